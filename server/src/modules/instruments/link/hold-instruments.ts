import type { Context } from '#server/platform/context.ts'
import { isTransient } from '#server/platform/errors.ts'
import { planOrders } from '../orders/plan-orders.ts'
import {
  forgetConnections,
  holdLinks,
  type InstrumentRow,
  isConnected,
  letGoOfLinks,
  readInstruments,
} from '../queries-instruments.ts'
import { readUnread } from '../read-stored.ts'
import { holdLease } from './hold-lease.ts'
import { openLink } from './open-link.ts'
import { watchFolder } from './watch-folder.ts'

/**
 * Holds the links to all instruments while this process has their lease. Messages that an earlier process has stored but not processed are
 * processed by this process.
 */
export function holdInstruments(context: Context, { everyMs }: { everyMs?: number } = {}) {
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

  async function plan(instrument: InstrumentRow): Promise<void> {
    try {
      await planOrders(context, instrument)
    } catch (error) {
      if (!(error instanceof Error) || isTransient(error)) throw error
      // For example, another process that held the links has planned the same orders.
      context.log.error(
        { err: error, instrument: instrument.id },
        'orders for an instrument could not be planned',
      )
    }
  }

  const lease = holdLease(
    context,
    {
      about: 'instruments',
      take: (holder, seconds) => holdLinks(context.db, holder, seconds),
      letGo: (holder) => letGoOfLinks(context.db, holder),
      begun: () => forgetConnections(context.db),
      read: async () =>
        (await readInstruments(context.db)).filter(isConnected).filter(({ state }) => state !== 'off'),
      open: (instrument) => (instrument.way === 'folder' ? watchFolder : openLink)(context, instrument, read),
      async renewed(instruments, linkOf) {
        read()
        for (const instrument of instruments) {
          if (instrument.state !== 'live') continue
          await plan(instrument)
          linkOf(instrument.id)?.look()
        }
      },
    },
    { everyMs },
  )
  return {
    async stop(): Promise<void> {
      await lease.stop()
      await reading
    },
  }
}
