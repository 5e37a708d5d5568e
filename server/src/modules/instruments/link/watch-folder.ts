import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { keepMessage } from '../keep-message.ts'
import { type InstrumentRow, noteLink } from '../queries-instruments.ts'
import type { OpenLink } from './open-link.ts'
import { longestMessage } from './talk.ts'

const lookEveryMs = 2_000
const mostAtOnce = 50

/**
 * Imports the files that an analyser writes into its folder. A file is stored when it has not changed since the last scan, and is then
 * moved to the folder `done`; a file that is too long is moved to `refused`. A stored file that could not be moved is imported again,
 * and counted as a repetition.
 */
export function watchFolder(context: Context, instrument: InstrumentRow, arrived: () => void): OpenLink {
  const { clock, log, config, db } = context
  const folder = join(config.instrumentsFolder ?? '', instrument.folder)
  const seen = new Map<string, string>()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let isConnected = false
  let turning: Promise<void> = Promise.resolve()

  const move = async (name: string, to: 'done' | 'refused') => {
    await mkdir(join(folder, to), { recursive: true })
    if (!(await lstat(join(folder, to))).isDirectory()) throw new Error(`“${to}” is not a folder`)
    await rename(join(folder, name), join(folder, to, `${uuidv7(clock)} ${name}`))
  }
  const complain = (trouble: string) => noteLink(db, instrument, { trouble, troubleAt: clock.now() })

  async function take(name: string, size: number): Promise<void> {
    if (size > longestMessage) {
      await complain(`The file ${name} is longer than 16 MiB; it is in the folder “refused”`)
      return move(name, 'refused')
    }
    const bytes = await readPlain(join(folder, name))
    await keepMessage(context, instrument, { bytes, peer: name.slice(0, 200), isWhole: true })
    await move(name, 'done')
    arrived()
  }
  async function look(): Promise<void> {
    const names = (await readdir(folder)).filter((name) => /^[^.].*\.(csv|txt)$/i.test(name)).sort()
    if (!isConnected) {
      isConnected = true
      await noteLink(db, instrument, {
        connectedAt: clock.now(),
        heardAt: clock.now(),
        trouble: '',
        troubleAt: null,
      })
    }
    for (const name of [...seen.keys()]) if (!names.includes(name)) seen.delete(name)
    for (const name of names.slice(0, mostAtOnce)) {
      const file = await lstat(join(folder, name)).catch(() => null)
      if (!file?.isFile()) continue
      const state = `${file.size} ${file.mtimeMs}`
      if (seen.get(name) === state && file.size > 0) await take(name, file.size)
      else seen.set(name, state)
    }
  }
  async function turn(): Promise<void> {
    try {
      if (config.instrumentsFolder === null) throw new Error('INSTRUMENTS_FOLDER is not set')
      await look()
    } catch (error) {
      isConnected = false
      const why = error instanceof Error ? error.message : String(error)
      await noteLink(db, instrument, {
        connectedAt: null,
        trouble: `The files of the folder ${instrument.folder} cannot be taken: ${why}`,
        troubleAt: clock.now(),
      }).catch((failure: unknown) =>
        log.warn({ err: failure, instrument: instrument.id }, 'the state of a link could not be written'),
      )
    }
    if (!isClosed) timer = setTimeout(() => (turning = turn()), lookEveryMs)
  }
  turning = turn()
  return {
    look() {},
    async close() {
      isClosed = true
      clearTimeout(timer)
      await turning
    },
  }
}

/** Reads a regular file. A symbolic link, which could lead to any file of the server, or a pipe is refused. */
async function readPlain(path: string): Promise<Buffer> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  return await file.readFile()
}
