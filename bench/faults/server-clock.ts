import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newDataFolder } from '../../server/tests/data-folders.ts'
import { prefix } from './remains.ts'

/** The clock of the servers, but not of the database, by libfaketime. */
export type ServerClock = {
  /** For the environment of the servers. */
  settings: Record<string, string>
  jump(seconds: number): void
  remove(): void
}

const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => join(folder, 'faketime/libfaketimeMT.so.1'))
  .find((path) => existsSync(path))
export const canFakeTime = library !== undefined

export function openClock(): ServerClock {
  const file = join(newDataFolder(prefix, tmpdir()), 'clock')
  const jump = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`)
  jump(0)
  return {
    settings: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    jump,
    remove: () => rmSync(dirname(file), { recursive: true, force: true }),
  }
}
