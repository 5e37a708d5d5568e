import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { newDataFolder } from '../../server/tests/data-folders.ts'
import { prefix } from './remains.ts'

/** A disk in memory that can be made as small as its content. */
export type SmallDisk = { folder: string; fill(): void; makeRoom(): void; unmount(): void }

export function mountSmallDisk(): SmallDisk {
  const folder = newDataFolder(prefix, tmpdir())
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3g,mode=0711', 'tmpfs', folder])
  const resize = (size: string) => execFileSync('mount', ['-o', `remount,size=${size}`, folder])
  return {
    folder,
    fill() {
      const { blocks, bfree, bsize } = statfsSync(folder)
      resize(`${((blocks - bfree) * bsize) / 1_024 + 64}k`)
    },
    makeRoom: () => resize('3g'),
    unmount() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
