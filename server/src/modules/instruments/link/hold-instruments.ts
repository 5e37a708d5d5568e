import type { Context } from '#server/platform/context.ts'
import { isOutOfReach } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { planOrders } from '../orders/plan-orders.ts'
import {
  forgetConnections,
  holdLinks,
  type InstrumentRow,
  letGoOfLinks,
  readInstruments,
} from '../queries-instruments.ts'
import { readUnread } from '../read-stored.ts'
import { holdLease } from './hold-lease.ts'
import { type OpenLink, openLink } from './open-link.ts'
import { watchFolder } from './watch-folder.ts'

/** The lease of the process that holds the links. */
const holdSeconds = 6
/** The maximum number of links of a process. */
const most = 64

/**
 * Holds the links to all instruments while this process has the lease. Changed settings take effect when the lease is next renewed.
 * Messages that an earlier process has stored but not processed are processed by this process.
 */
export function holdInstruments(context: Context, { everyMs }: { everyMs?: number } = {}) {
  const holder = uuidv7(context.clock)
  const links = new Map<string, OpenLink>()
  let reading: Promise<void> = Promise.resolve()
  let isToBeRead = false

  /** Nobody waits for it: reading may take longer than the hold lasts. */
  const read = () => {
    if (isToBeRead) return
    isToBeRead = true
    reading = reading
      .then(() => {
        isToBeRead = false
        return readUnread(context)
      })
      .catch((error: unknown) =>
        context.log.error({ err: error }, 'messages of instruments could not be processed'),
      )
  }
  const closeAll = async () => {
    const open = [...links.values()]
    links.clear()
    await Promise.all(open.map((link) => link.close()))
  }

  async function plan(instrument: InstrumentRow): Promise<void> {
    try {
      await planOrders(context, instrument)
    } catch (error) {
      if (!(error instanceof Error) || isOutOfReach(error)) throw error
      // For example, another process that held the links has planned the same orders.
      context.log.error(
        { err: error, instrument: instrument.id },
        'orders for an instrument could not be planned',
      )
    }
  }

  async function look(isClosed: () => boolean): Promise<void> {
    const instruments = (await readInstruments(context.db, null))
      .filter(({ state }) => state !== 'off')
      .slice(0, most)
    for (const [id, link] of links) {
      if (instruments.some((one) => one.id === id && one.version === link.version)) continue
      links.delete(id)
      await link.close()
    }
    for (const instrument of instruments) {
      if (isClosed() || links.has(instrument.id)) continue
      const open = instrument.way === 'folder' ? watchFolder : openLink
      links.set(instrument.id, open(context, instrument, read))
    }
    read()
    for (const instrument of instruments) {
      if (instrument.state !== 'live') continue
      await plan(instrument)
      links.get(instrument.id)?.look()
    }
  }

  const lease = holdLease(
    {
      take: () => holdLinks(context.db, holder, holdSeconds),
      letGo: () => letGoOfLinks(context.db, holder),
      begun: () => forgetConnections(context.db),
      look,
      closeAll,
    },
    { log: context.log, about: 'instruments', everyMs },
  )
  return {
    async stop(): Promise<void> {
      await lease.stop()
      await reading
    },
  }
}
