import { sayAmount } from '#contract/amounts.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type {
  closeTill as closeContract,
  openTill as openContract,
  listOwing as owingContract,
  Till,
} from '#contract/money-till.ts'
import { readSite, seesSite } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, hours } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { type Db, planned } from '#server/platform/database.ts'
import { invalid, notPossible, refuseViolationOf } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { requirePricesOn } from './change-bill.ts'
import { listOwing } from './queries-accounts.ts'
import { insertPostings } from './queries-ledger.ts'
import { readSettingsRow } from './queries-settings.ts'
import {
  insertTill,
  lockTill,
  readOpenTill,
  readTill,
  type TillRow,
  takenIn,
  writeClosing,
} from './queries-till.ts'

export async function presentTill(
  db: Db,
  row: TillRow,
): Promise<Omit<Till, 'openedAt'> & { openedAt: Date }> {
  const taken = await takenIn(db, row.id)
  const { id, currency, cashier, openedAt, closedAt, countedAmount, expectedAmount, note } = row
  const closed =
    closedAt === null || countedAmount === null || expectedAmount === null
      ? null
      : {
          at: closedAt.toISOString(),
          expected: expectedAmount,
          counted: countedAmount,
          difference: countedAmount - expectedAmount,
          note,
        }
  return {
    id,
    site: { id: row.siteId, name: row.siteName },
    currency,
    cashier,
    float: row.floatAmount,
    openedAt,
    // Cash stays hidden while the till is open, so that it is counted before the expected amount is known.
    taken: closed ? taken : taken.filter(({ way }) => way !== 'cash'),
    closed,
  }
}

export async function readOwnTill({ db, actor }: SignedIn) {
  const [open, { currency }] = await Promise.all([readOpenTill(db, actor.accountId), readSettingsRow(db)])
  return { open: open && (await presentTill(db, open)), currency }
}

export async function openTill(context: SignedIn, { siteId, float }: BodyOf<typeof openContract>) {
  const { clock, actor } = context
  const { currency } = await requirePricesOn(context)
  const site = seesSite(actor, siteId) ? await readSite(context.db, siteId) : null
  if (!site) throw invalid({ siteId: ['Choose a site from the list'] })
  const id = uuidv7(clock)
  await transact(context, async (inside) => {
    const row = { id, siteId, accountId: actor.accountId, currency, floatAmount: float }
    await insertTill(inside.db, { ...row, openedAt: clock.now() })
    const after = { site: site.name, float, currency }
    await audit(inside, { action: 'till.opened', subject: { kind: 'till', id }, after })
  }).catch(refuseViolationOf({ till_open: () => notPossible('You have an open till. Close it first.') }))
  return { message: `Your till is open, with ${sayAmount(float, currency)} in it.` }
}

/** Closes the till. A difference between what was counted and what should be there is an entry of the books. */
export async function closeTill(context: SignedIn, { tillId, counted, note }: BodyOf<typeof closeContract>) {
  const { clock, actor } = context
  const difference = await transact(context, async (inside) => {
    const { db } = inside
    if (!(await lockTill(db, tillId, actor.accountId))) throw notPossible('This till is closed already.')
    // After the lock: a payment at the same moment has committed by now.
    const till = await readTill(db, tillId)
    if (!till) throw notPossible('This till is closed already.')
    const expected = till.floatAmount + till.cashAmount
    const over = counted - expected
    const closing = { expectedAmount: expected, countedAmount: counted, note, closedAt: clock.now() }
    await writeClosing(db, tillId, closing)
    if (over !== 0) {
      await insertPostings(db, [
        {
          id: uuidv7(clock),
          siteId: till.siteId,
          at: clock.now(),
          kind: 'difference',
          tillId,
          currency: till.currency,
          reason: note,
          byId: actor.accountId,
          lines: { cash: over, difference: -over },
        },
      ])
    }
    const after = { expected, counted, difference: over, currency: till.currency }
    await audit(inside, { action: 'till.closed', subject: { kind: 'till', id: tillId }, after, reason: note })
    return over
  })
  const closed = await readTill(context.db, tillId)
  if (!closed) throw new Error('A till that was closed is not there')
  const said = sayAmount(Math.abs(difference), closed.currency)
  const message =
    difference === 0
      ? 'The till is closed. The cash is right.'
      : `The till is closed. There is ${said} too ${difference > 0 ? 'much' : 'little'}.`
  return { message, till: await presentTill(context.db, closed) }
}

/**
 * Lists visits up to two hours ahead, as the patients at the counter come before the bookings of the evening. Later visits are found by a
 * search. A reference also finds a visit that is paid, for its receipts and refunds.
 */
export const listVisitsOwing = (
  { db, actor, clock }: SignedIn,
  { search, ...page }: QueryOf<typeof owingContract>,
) =>
  planned(db, async (tx) => {
    if (!search)
      return listOwing(tx, actor.sites, { ...page, which: { until: after(clock.now(), hours(2)) } })
    const named = await listOwing(tx, actor.sites, { ...page, which: { reference: search.toUpperCase() } })
    return named.rows.length > 0 ? named : listOwing(tx, actor.sites, { ...page, which: { name: search } })
  })
