import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'

/** Each process tries to take or to renew the lease at this interval. */
const renewEveryMs = 2_000
const holdSeconds = 6
/** The maximum number of links of a process. */
const most = 64

/** The links of one kind, which one process at a time holds. */
type Held<Settings extends { id: string; version: number }, Link extends { close: () => Promise<void> }> = {
  /** Plural noun, for the log. */
  about: string
  /** Takes or renews the lease. Returns false if another process has it. */
  take: (holder: string, seconds: number) => Promise<boolean>
  letGo: (holder: string) => Promise<unknown>
  /** Called when this process did not have the lease before. */
  begun: () => Promise<unknown>
  /** The settings of all links that should be open. */
  read: () => Promise<Settings[]>
  open: (settings: Settings) => Link
  /** Called after each renewal, when the links are open. */
  renewed?: (settings: readonly Settings[], linkOf: (id: string) => Link | undefined) => Promise<void>
}

/**
 * Holds links while this process has their lease. Changed settings take effect when the lease is next renewed. Without the lease all links
 * are closed: without the database no message can be stored, and another process may hold the links.
 */
export function holdLease<
  Settings extends { id: string; version: number },
  Link extends { close: () => Promise<void> },
>(
  { clock, log }: Context,
  { about, take, letGo, begun, read, open, renewed }: Held<Settings, Link>,
  { everyMs = renewEveryMs }: { everyMs?: number | undefined } = {},
) {
  const holder = uuidv7(clock)
  /** By the id of the settings, with their version. */
  const links = new Map<string, { version: number; link: Link }>()
  let isHolder = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function closeAll(): Promise<void> {
    const all = [...links.values()]
    links.clear()
    await Promise.all(all.map(({ link }) => link.close()))
  }
  async function adjust(settings: readonly Settings[]): Promise<void> {
    for (const [id, { version, link }] of links) {
      if (settings.some((one) => one.id === id && one.version === version)) continue
      links.delete(id)
      await link.close()
    }
    for (const one of settings)
      if (!isClosed && !links.has(one.id)) links.set(one.id, { version: one.version, link: open(one) })
  }
  async function renew(): Promise<void> {
    if (!(await take(holder, holdSeconds))) {
      isHolder = false
      return closeAll()
    }
    if (!isHolder) await begun()
    isHolder = true
    const settings = (await read()).slice(0, most)
    await adjust(settings)
    await renewed?.(settings, (id) => links.get(id)?.link)
  }
  async function turn(): Promise<void> {
    try {
      await renew()
    } catch (error) {
      log.warn({ err: error }, `the links to ${about} could not be renewed`)
      isHolder = false
      await closeAll()
    }
    if (!isClosed) timer = setTimeout(() => (turning = turn()), everyMs)
  }
  let turning = turn()

  return {
    async stop(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await turning
      await closeAll()
      if (isHolder) await letGo(holder)
    },
  }
}
