import { execFileSync } from 'node:child_process'
import { readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { processesIn } from '#server/platform/postgres/processes.ts'
import { remainingFolders } from '../../server/tests/data-folders.ts'

/** The names of the folders of a run begin with it; the id of the process follows. */
export const prefix = 'phial-faults-'

/** Ends the databases of runs that were killed, and removes their folders and small disks. Their servers have ended with them. */
export function removeRemains(): void {
  for (const folder of remainingFolders(prefix)) {
    for (const dataDir of [folder, ...onDisk(folder)])
      for (const pid of processesIn(join(realpathSync(dataDir), 'postgres'))) process.kill(pid, 'SIGKILL')
    // Its processes may take a moment to end: it is unmounted once nobody uses it.
    if (statSync(folder).dev !== statSync(dirname(folder)).dev) execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

const onDisk = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name))
