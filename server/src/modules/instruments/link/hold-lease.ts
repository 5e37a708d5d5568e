import type { Log } from '#server/platform/log.ts'

/** Every process tries to take or renew the lease so often. */
const lookEveryMs = 2_000

/** Attempts and effects of a process that wants to hold all links of a kind. */
type Held = {
  /** Takes or renews the lease. Returns false if another process has it. */
  take: () => Promise<boolean>
  letGo: () => Promise<unknown>
  /** Called when this process did not have the lease before. */
  begun: () => Promise<unknown>
  /** Called after each renewal. */
  look: (isClosed: () => boolean) => Promise<void>
  closeAll: () => Promise<unknown>
}

/**
 * Holds links while this process has their lease, and closes them when it has not: without the database no message can be stored, and
 * another process may hold the links.
 */
export function holdLease(
  { take, letGo, begun, look, closeAll }: Held,
  { log, about, everyMs = lookEveryMs }: { log: Log; about: string; everyMs?: number | undefined },
) {
  let isHolder = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  async function renew(): Promise<void> {
    if (!(await take())) {
      isHolder = false
      await closeAll()
      return
    }
    if (!isHolder) await begun()
    isHolder = true
    await look(() => isClosed)
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
      if (isHolder) await letGo()
    },
  }
}
