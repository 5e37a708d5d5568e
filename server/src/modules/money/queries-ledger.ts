import { type Insertable, sql } from 'kysely'
import type { LedgerAccount } from '#contract/money.ts'
import type { Db } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'

/** Statements that write the books. Nothing here is ever changed; the sums of visits follow by triggers. */

export type Lines = Partial<Record<LedgerAccount, number>>
export type NewPosting = Omit<Insertable<DB['ledgerPosting']>, 'reason'> & { reason?: string }

/** Postings with their lines; an amount of zero has no line. */
export async function insertPostings(
  tx: Db,
  postings: readonly (NewPosting & { lines: Lines })[],
): Promise<void> {
  if (postings.length === 0) return
  await tx
    .insertInto('ledgerPosting')
    .values(postings.map(({ lines: _, reason = '', ...posting }) => ({ ...posting, reason })))
    .execute()
  const lines = postings.flatMap(({ id, lines }) =>
    Object.entries(lines)
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => ({ postingId: id, account: account as LedgerAccount, amount })),
  )
  if (lines.length > 0) await tx.insertInto('ledgerLine').values(lines).execute()
}

/**
 * Postings that take others back, with the opposite lines.
 * @throws a unique violation of `ledger_posting_reverses_key` if one was reversed already
 */
export async function insertReversals(
  tx: Db,
  reversals: readonly (NewPosting & { reverses: string })[],
): Promise<void> {
  if (reversals.length === 0) return
  await insertPostings(
    tx,
    reversals.map((reversal) => ({ ...reversal, lines: {} })),
  )
  const ids = reversals.map(({ id }) => id)
  await sql`
    insert into ledger_line (posting_id, account, amount)
    select r.id, l.account, -l.amount
    from unnest(${ids}::uuid[]) with ordinality o (id, place)
      join ledger_posting r on r.id = o.id join ledger_line l on l.posting_id = r.reverses
    order by o.place`.execute(tx)
}

type NewPayment = Omit<Insertable<DB['payment']>, 'number'>

/** Adds a payment to its posting; its number is the next of the year. */
export async function insertPayment(tx: Db, row: NewPayment): Promise<number> {
  const { number } = await tx
    .insertInto('payment')
    .values({ ...row, number: 0 })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}
