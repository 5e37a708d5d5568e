import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The files of deploy/patroni, changed for machines that are namespaces of one machine. */

export const deploy = (name: string): string =>
  new URL(`../../deploy/patroni/${name}`, import.meta.url).pathname

const password = () => randomBytes(18).toString('hex')
export const passwords = {
  replication: password(),
  rewind: password(),
  owner: password(),
  product: password(),
}

/** A file with each text replaced. @throws if a text is missing, for example after a change of the file */
function replaced(file: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(deploy(file), 'utf8'),
  )
}

export const patroniFile = (of: {
  name: string
  address: string
  folder: string
  range: string
  strict: boolean
}): string =>
  replaced('patroni.yml', [
    ['@NAME@', of.name],
    ['@ADDRESS@', of.address],
    ['@REPLICATION_PASSWORD@', passwords.replication],
    ['@REWIND_PASSWORD@', passwords.rewind],
    ['10.0.0.0/24', of.range],
    ['/etc/patroni/', `${of.folder}/`],
    ['/var/lib/postgresql/15/phial', `${of.folder}/data`],
    ['/var/lib/postgresql/patroni.pgpass', `${of.folder}/pgpass`],
    ['/var/run/postgresql', of.folder],
    ['synchronous_mode_strict: true', `synchronous_mode_strict: ${of.strict}`],
    // Three databases share the memory and disk of one machine.
    ['shared_buffers: 1GB', 'shared_buffers: 64MB'],
    ['max_wal_size: 2GB', 'max_wal_size: 192MB'],
    ['max_slot_wal_keep_size: 8GB', 'max_slot_wal_keep_size: 512MB'],
    ['wal_keep_size: 512MB', 'wal_keep_size: 64MB'],
    // The machines share one kernel with one watchdog, which would restart all of them at once.
    ['mode: required', 'mode: "off"'],
  ])

export const etcdFile = (of: { name: string; address: string; folder: string }): string =>
  replaced('etcd.yml', [
    ['@NAME@', of.name],
    ['@ADDRESS@', of.address],
    ['/etc/etcd/', `${of.folder}/`],
    ['/var/lib/etcd/phial', `${of.folder}/data`],
  ])

export const proxyPort = 8080
export const serverPort = 3000

export const proxyFile = (servers: readonly { address: string }[]): string =>
  replaced('haproxy.cfg', [
    [':443 ssl crt /etc/haproxy/lab.example.com.pem alpn h2,http/1.1', `:${proxyPort}`],
    // The clients of `npm run faults` state the address that they come from.
    [
      'http-request set-header X-Forwarded-For %[src]',
      'http-request set-header X-Forwarded-For %[src] unless { req.hdr(x-forwarded-for) -m found }',
    ],
    ...servers.map(
      ({ address }, index) => [`10.0.0.3${index + 1}:3000`, `${address}:${serverPort}`] as const,
    ),
  ])
