import type { Pool } from 'pg'

/** The sum of the whole ledger, and the visits whose account differs from the sum of their ledger lines. */
export async function ledgerOf({ pool }: { pool: Pool }) {
  const { rows: sums } = await pool.query('select coalesce(sum(amount), 0)::bigint as sum from ledger_line')
  const { rows: astray } = await pool.query(`
    select a.visit_id from visit_account a
      left join ledger_posting p on p.site_id = a.site_id and p.visit_id = a.visit_id
      left join ledger_line l on l.posting_id = p.id and l.account = 'receivable'
    group by a.site_id, a.visit_id
    having a.charged - a.paid <> coalesce(sum(l.amount), 0)
      or a.paid <> coalesce(-sum(l.amount) filter (where p.kind in ('payment', 'refund')), 0)`)
  return { sum: sums[0]?.sum, astray }
}
