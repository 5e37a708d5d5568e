import { decimalOf, documentNumber } from '#contract/amounts.ts'
import { csvLine, csvMark } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import {
  type LedgerAccount,
  ledgerAccounts,
  type PaymentWay,
  type PostingKind,
  paymentWays,
  postingKinds,
} from '#contract/money.ts'
import type { readTake as contract, entriesCsv as csvContract } from '#contract/money-till.ts'
import {
  clockTime,
  dayAt,
  daysBetween,
  laboratorySettings,
  localAt,
  minuteOf,
} from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { readSettingsRow } from './queries-settings.ts'
import {
  type BookLine,
  chargedOnDay,
  linesOfDays,
  type Taken,
  takeOfDay,
  tillsOfDay,
} from './queries-till.ts'
import { presentTill } from './run-till.ts'

/** What was taken on a day, by way of payment, by site and by cashier. */
export async function readTake(context: SignedIn, query: QueryOf<typeof contract>) {
  const { db, actor, clock } = context
  const { sites } = await laboratorySettings(context)
  const day = query.day ?? dayAt(sites[0]?.timeZone ?? 'UTC', clock.now())
  const { currency } = await readSettingsRow(db)
  const [rows, sums, tills] = await Promise.all([
    takeOfDay(db, actor.sites, day),
    chargedOnDay(db, actor.sites, day),
    tillsOfDay(db, actor.sites, day),
  ])
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId)
  const byCashier = Map.groupBy(rows, ({ cashierId }) => cashierId)
  return {
    day,
    currency,
    ways: addUp(rows),
    sites: Array.from(bySite, ([id, some]) => ({ id, name: some[0]?.siteName ?? '', ...taken(some) })),
    cashiers: Array.from(byCashier, ([id, some]) => ({ id, name: some[0]?.cashier ?? '', ...taken(some) })),
    ...sums,
    total: totalOf(rows),
    tills: await Promise.all(tills.map((till) => presentTill(db, till))),
  }
}

const totalOf = (rows: readonly Taken[]) => rows.reduce((sum, { amount }) => sum + amount, 0)
const taken = (rows: readonly Taken[]) => ({ ways: addUp(rows), total: totalOf(rows) })

/** Sums by way of payment, in the order of `paymentWays`. */
const addUp = (rows: readonly Taken[]): Taken[] =>
  ways.flatMap((way) => {
    const some = rows.filter((row) => row.way === way)
    if (some.length === 0) return []
    return [{ way, amount: totalOf(some), count: some.reduce((sum, { count }) => sum + count, 0) }]
  })
const ways = Object.keys(paymentWays) as PaymentWay[]

const columns = [
  ...['date', 'time', 'site', 'entry', 'kind', 'document', 'visit', 'payer', 'test', 'account'],
  ...['debit', 'credit', 'currency', 'by', 'reason'],
]
const mostDays = 366

/** The lines of the books as CSV, for a bookkeeper. Visits are named by their reference; no patient is named. */
export async function writeEntries(context: SignedIn, { from, to }: QueryOf<typeof csvContract>) {
  if (to < from) throw invalid({ to: ['The last day must not be before the first day'] })
  if (daysBetween(from, to) >= mostDays) throw invalid({ to: [`Choose at most ${mostDays} days`] })
  const { db, actor } = context
  const lines = await linesOfDays(db, actor.sites, from, to)
  const subject = { kind: 'laboratory', id: 'laboratory' }
  await audit(context, { action: 'entries.exported', subject, after: { from, to } })
  return csvMark + csvLine(columns) + lines.map(rowOf).join('')
}

function rowOf(line: BookLine): string {
  const { day, minuteOfDay } = localAt(line.timeZone, minuteOf(line.at))
  const { amount, currency, documentKind, year, number } = line
  const decimal = decimalOf(Math.abs(amount), currency)
  return csvLine([
    day,
    clockTime(minuteOfDay),
    line.site,
    line.posting,
    postingKinds[line.kind as PostingKind],
    documentKind === null ? '' : documentNumber(documentKind, year, number),
    line.visit ?? '',
    line.payer,
    line.test ?? '',
    ledgerAccounts[line.account as LedgerAccount],
    amount > 0 ? decimal : '',
    amount < 0 ? decimal : '',
    currency,
    line.by ?? '',
    line.reason,
  ])
}
