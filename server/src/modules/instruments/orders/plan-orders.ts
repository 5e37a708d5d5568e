import { createHash } from 'node:crypto'
import { type Context, transact } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { InstrumentKey, InstrumentRow } from '../queries-instruments.ts'
import {
  addOrders,
  addSending,
  cancelOrders,
  ordersToCancel,
  ordersToSend,
  type SentState,
  settleOrders,
} from './queries-orders.ts'
import { ordersBySample, writeOrder } from './write-orders.ts'

/**
 * Compares the open tasks of an instrument with the orders that were sent to it, and stores messages for the differences. A message
 * is stored before it is sent, so that it is sent once, whichever process sends it.
 */
export async function planOrders(context: Context, instrument: InstrumentRow): Promise<void> {
  const since = instrument.ordersSince
  if (instrument.protocol === 'csv' || (since === null && !instrument.hasOpenOrders)) return
  const at = context.clock.now()
  await transact(context, async (inside) => {
    const { db } = inside
    await settleOrders(db, instrument, at)
    const withdrawn = await ordersToCancel(db, instrument)
    for (const order of ordersBySample(instrument, withdrawn)) {
      const id = uuidv7(inside.clock)
      await store(inside, instrument, { id, bytes: writeOrder(instrument, order, 'cancel', { id, at }) })
      const tasks = withdrawn.filter(({ accession }) => accession === order.accession)
      await cancelOrders(
        db,
        instrument,
        id,
        tasks.map(({ taskId }) => taskId),
        at,
      )
    }
    if (since === null) return
    const open = await ordersToSend(db, instrument, since)
    for (const order of ordersBySample(instrument, open)) {
      const id = uuidv7(inside.clock)
      await store(inside, instrument, { id, bytes: writeOrder(instrument, order, 'order', { id, at }) })
      await addOrders(
        db,
        instrument,
        id,
        open.filter(({ accession }) => accession === order.accession),
      )
    }
  })
}

/** Stores an outgoing message. */
export async function store(
  { db, clock }: Context,
  instrument: InstrumentKey,
  {
    id,
    bytes,
    peer = '',
    state = 'waiting',
  }: { id: string; bytes: Buffer; peer?: string; state?: SentState },
): Promise<void> {
  // Unlike a received message, an outgoing message may have the same bytes as an earlier message.
  const digest = createHash('sha256').update(id).update(bytes).digest()
  await addSending(db, instrument, { id, bytes, digest, peer, state, at: clock.now() })
}
