import type { AuditAction } from '#contract/audit-actions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type {
  countStockLot as countContract,
  discardStock as discardContract,
  MovementKind,
  receiveStock as receiveContract,
} from '#contract/stock.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, required, requirePossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  insertLot,
  insertMovements,
  lockItem,
  lockLot,
  lotOfNumber,
  lotsInUse,
  openLot,
  readItem,
} from './queries-stock.ts'
import { whyNotOpen } from './read-stock.ts'

/** Receives a delivery. The quantity is added to a lot with the same number, whose expiry date must be the same. */
export async function receiveStock(
  context: SignedIn,
  itemId: string,
  { number, expiresOn, amount }: BodyOf<typeof receiveContract>,
) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const item = required(await readItem(db, actor.sites, itemId, clock.now()), 'This item')
    requirePossible(item.endedAt ? 'The item is no longer kept in stock.' : null)
    if (expiresOn < item.today) throw invalid({ expiresOn: ['This delivery has already expired'] })
    await lockItem(db, itemId)
    const known = await lotOfNumber(db, itemId, number)
    if (known && known.expiresOn !== expiresOn)
      throw invalid({ expiresOn: [`Lot ${number} is kept with the expiry date ${known.expiresOn}`] })
    const lotId = known?.id ?? uuidv7(clock)
    if (!known) await insertLot(db, { id: lotId, siteId: item.siteId, itemId, number, expiresOn })
    await note(inside, { siteId: item.siteId, lotId, kind: 'received', amount, reason: '' })
    const after = { item: item.name, lot: number, expiresOn, amount }
    await audit(inside, { action: 'stock.received', subject: { kind: 'stock', id: itemId }, after })
    return { message: `${amount} ${item.unit} of lot ${number} received.` }
  })
}

export const openStockLot = (context: SignedIn, id: string) =>
  onLot(context, id, 'stock.opened', async ({ db }, lot) => {
    requirePossible(whyNotOpen(lot, lot.today))
    await openLot(db, id, lot.today)
    return { message: `Lot ${lot.number} is in use.`, after: { openedOn: lot.today } }
  })

export const countStockLot = (
  context: SignedIn,
  id: string,
  { counted, reason }: BodyOf<typeof countContract>,
) =>
  onLot(context, id, 'stock.counted', async (inside, lot) => {
    const { siteId, remaining, number, unit } = lot
    await note(inside, { siteId, lotId: id, kind: 'counted', amount: counted - remaining, reason })
    return {
      message: `Lot ${number}: ${counted} ${unit} counted.`,
      before: { remaining },
      after: { remaining: counted },
      reason,
    }
  })

export const discardStock = (
  context: SignedIn,
  id: string,
  { amount, reason }: BodyOf<typeof discardContract>,
) =>
  onLot(context, id, 'stock.discarded', async (inside, lot) => {
    const { siteId, remaining, number, unit } = lot
    if (amount > remaining) throw invalid({ amount: [`Only ${remaining} ${unit} are left of this lot`] })
    await note(inside, { siteId, lotId: id, kind: 'discarded', amount: -amount, reason })
    return { message: `${amount} ${unit} of lot ${number} discarded.`, after: { amount }, reason }
  })

/** Takes the items of a completed task from the lots in use, in the transaction that completes the task. Tubes are taken earlier. */
export const consumeStock = (
  context: SignedIn,
  { siteId, id, testCode }: { siteId: string; id: string; testCode: string },
): Promise<void> => consume(context, { siteId, taskId: id, tests: [testCode], tubes: false })

/** Takes a tube that was collected from the lot in use, once for all tests that share it. */
export const consumeTube = (
  context: SignedIn,
  tube: { siteId: string; taskId: string; tests: readonly string[] },
): Promise<void> => consume(context, { ...tube, tubes: true })

async function consume(
  context: SignedIn,
  { siteId, taskId, ...used }: { siteId: string; taskId: string; tests: readonly string[]; tubes: boolean },
): Promise<void> {
  const { db, clock } = context
  for (const { lotId, amount } of await lotsInUse(db, { siteId, ...used, now: clock.now() }))
    await note(context, { siteId, lotId, kind: 'used', amount: -amount, reason: '', taskId })
}

/** Takes the devices of rapid tests from their lots, as far as the lots have them, and puts back what was entered by mistake. */
export async function useKits(
  context: SignedIn,
  { siteId, id: taskId, lots }: { siteId: string; id: string; lots: { lotId: string; devices: number }[] },
): Promise<void> {
  const { db, actor, clock } = context
  for (const { lotId, devices } of lots) {
    const lot = required(await lockLot(db, actor.sites, lotId, clock.now()), 'This lot')
    const amount = -Math.min(devices, lot.remaining)
    if (amount !== 0) await note(context, { siteId, lotId, kind: 'used', amount, reason: '', taskId })
  }
}

type Noted = {
  siteId: string
  lotId: string
  kind: MovementKind
  amount: number
  reason: string
  taskId?: string
}

const note = ({ db, clock, actor }: SignedIn, movement: Noted) =>
  insertMovements(db, [{ ...movement, id: uuidv7(clock), at: clock.now(), by: actor.accountId }])

type Lot = NonNullable<Awaited<ReturnType<typeof lockLot>>>
type Moved = { message: string; before?: object; after?: object; reason?: string }

/** Changes a lot that is locked until the transaction ends. */
async function onLot(
  context: SignedIn,
  id: string,
  action: AuditAction,
  change: (inside: SignedIn, lot: Lot) => Promise<Moved>,
) {
  return transact(context, async (inside) => {
    const lot = required(await lockLot(inside.db, inside.actor.sites, id, inside.clock.now()), 'This lot')
    const { message, before, after, reason } = await change(inside, lot)
    const named = { item: lot.name, lot: lot.number }
    await audit(inside, {
      action,
      subject: { kind: 'stock', id: lot.itemId },
      ...(before && { before: { ...named, ...before } }),
      after: { ...named, ...after },
      reason: reason || undefined,
    })
    return { message }
  })
}
