import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** The programs of the cluster and their Debian packages. The product itself needs none of them. */
const programs: Readonly<Record<string, string>> = {
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
  // urllib3 needs it for the names of machines in https addresses, and the package does not ask for it.
  '/usr/lib/python3/dist-packages/idna/__init__.py': 'python3-idna',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/pg_rewind': 'postgresql-15',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/setpriv': 'util-linux',
  '/usr/sbin/ip': 'iproute2',
}

/** What keeps this machine from building the cluster; null if nothing does. */
export function whyNoCluster(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'The cluster needs root on Linux, for its network namespaces.'
  const missing = Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]))
  if (missing.length > 0)
    return `Packages are missing (Debian 12): apt-get install --no-install-recommends ${missing.join(' ')}\nStop and disable the services that they start: the cluster starts its own.`
  try {
    execFileSync('ip', ['netns', 'list'])
    return null
  } catch {
    return 'This machine has no network namespaces.'
  }
}
