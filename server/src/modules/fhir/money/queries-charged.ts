import { sql } from 'kysely'
import { decimalOf } from '#contract/amounts.ts'
import { decimal } from '../decimal.ts'
import type { Within } from '../kind.ts'
import { visitsWithin } from '../queries-table.ts'

/**
 * The accounts of visits; none while the laboratory has no prices. A client of a facility reads only the accounts that the facility
 * pays for.
 */
const accountsWithin = (reach: Within) => sql`
  ${visitsWithin(reach)} join visit_account a on a.site_id = v.site_id and a.visit_id = v.id
    join payer y on y.id = a.payer_id left join facility f on f.id = y.facility_id
    join laboratory b on b.prices_on
      and ${reach.facilityId === null ? sql`true` : sql`y.facility_id = ${reach.facilityId}::uuid`}`

const columns = sql`
  v.site_id, v.id as visit_id, current_person(v.person_id) as person_id, v.person_id as record_id, v.reference,
  y.kind as payer_kind, coalesce(f.name, y.name) as payer, y.facility_id`

type Owed = {
  siteId: string
  visitId: string
  personId: string
  reference: string
  payerKind: 'patient' | 'facility' | 'insurer'
  payer: string
  facilityId: string | null
}

export const coverageStatuses = ['active', 'cancelled'] as const
export type CoverageRow = Owed & { memberNumber: string; status: (typeof coverageStatuses)[number] }

/** Visits that a facility or an insurer pays for. */
export const coverageRows = (reach: Within) => sql<CoverageRow>`
  select ${columns}, a.member_number,
    case when v.status in ('cancelled', 'no_show') then 'cancelled' else 'active' end as status
  from ${accountsWithin(reach)} and y.kind <> 'patient'`

export const invoiceStatuses = ['issued', 'balanced', 'cancelled'] as const
export type InvoiceRow = Owed & {
  currency: string
  charged: string | number
  status: (typeof invoiceStatuses)[number]
  chargeIds: string[]
}

/** The account of each visit. */
export const invoiceRows = (reach: Within) => sql<InvoiceRow>`
  select ${columns}, a.currency, a.charged,
    case when v.status in ('cancelled', 'no_show') then 'cancelled' when a.paid >= a.charged then 'balanced' else 'issued' end as status,
    array(select p.id from ledger_posting p left join test t on t.code = p.test_code
      where p.site_id = v.site_id and p.visit_id = v.id and p.kind = 'charge' and ${isNamed}
        and not exists (select from ledger_posting o where o.reverses = p.id) order by p.id) as charge_ids
  from ${accountsWithin(reach)}`

/** Whether the charge `p` of the test `t` does not name a confidential test, or a package of such tests. */
const isNamed = sql`coalesce(not t.confidential, true) and (p.package_code is null or exists (
  select from test_package k join test o on o.code = any(k.tests) and not o.confidential where k.code = p.package_code))`

export type ChargeRow = Owed & {
  id: string
  at: Date
  currency: string
  amount: string | number
  testCode: string | null
  item: string
  status: 'billable' | 'aborted'
}

/** The charges for tests and packages. A charge that was reversed is aborted. */
export const chargeRows = (reach: Within) => sql<ChargeRow>`
  select ${columns}, p.id, p.at, p.currency, t.code as test_code, coalesce(t.name, k.name, '') as item,
    case when exists (select from ledger_posting o where o.reverses = p.id) then 'aborted' else 'billable' end as status,
    coalesce((select sum(l.amount) from ledger_line l where l.posting_id = p.id and l.account = 'receivable'), 0)::bigint as amount
  from ${accountsWithin(reach)}
    join ledger_posting p on p.site_id = v.site_id and p.visit_id = v.id and p.kind = 'charge'
    left join test t on t.code = p.test_code left join test_package k on k.code = p.package_code
  where ${isNamed}`

/** An amount in minor units as Money. */
export const moneyOf = (amount: string | number, currency: string) => ({
  value: decimal(decimalOf(Number(amount), currency)),
  currency,
})
