import type { Context, SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'

/** A lot of a kit in the stock. `isUsable`: opened, and can be used today. */
export type KitLot = { id: string; kit: string; lot: string; expiresOn: string; isUsable: boolean }

/** Requests the lots of kits for a test at a site, first expiring first. */
export const kitLotsAsked = event<Context, { siteId: string; testCode: string }, KitLot[]>(
  'lots of kits in stock asked',
)

/** Devices of lots that a task used; negative: that were entered by mistake. Emitted in the transaction that stores the tests. */
export const kitsUsed = event<
  SignedIn,
  { siteId: string; id: string; lots: { lotId: string; devices: number }[] }
>('kits used')
