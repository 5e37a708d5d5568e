import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * The PostgreSQL processes that work in `cluster` (a real path): every PostgreSQL process makes its data folder its
 * working directory. A process id alone proves nothing, ids are used again.
 */
export function processesIn(cluster: string): number[] {
  if (process.platform !== 'linux') return listedByLsof(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, cluster))
}

/** Whether `pid` is a PostgreSQL process that works in `cluster`. */
export function worksIn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return listedByLsof(cluster).includes(pid)
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== cluster) return false
    // After an update of the package the running program's file is gone: "/…/postgres (deleted)".
    return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')
  } catch {
    // Gone, a zombie, or another user's.
    return false
  }
}

/** macOS has no /proc. `-F pn` prints a line `p<pid>` and then `n<folder>` for every process. */
function listedByLsof(cluster: string): number[] {
  let listing: string
  try {
    listing = execFileSync('/usr/sbin/lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-F', 'pn'], {
      encoding: 'utf8',
    })
  } catch {
    return []
  }
  const found: number[] = []
  let pid = 0
  for (const line of listing.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1))
    else if (line === `n${cluster}`) found.push(pid)
  }
  return found
}
