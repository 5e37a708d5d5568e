import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorCode } from './data-folder.ts'

/** The name under which `target` is prepared before it is renamed into place; tells who is preparing it. */
export const stagingName = (target: string) => `${target}.new-${process.pid}`

/** Removes what a process killed in the middle of preparing `target` left behind. */
export function removeLeftovers(target: string): void {
  const prefix = `${basename(target)}.new-`
  for (const name of readdirSync(dirname(target))) {
    if (!name.startsWith(prefix)) continue
    const maker = Number(name.slice(prefix.length))
    // Our own id on an existing folder is a predecessor's: process ids repeat, in a container nearly always.
    if (maker === process.pid || !isAlive(maker)) {
      rmSync(join(dirname(target), name), { recursive: true, force: true })
    }
  }
}

/** Makes a rename inside `folder` survive a power failure. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Whether a process with this id exists, ours or not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
