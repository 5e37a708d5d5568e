import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type {
  controlOverview,
  listControlLots as lotsContract,
  listControlMaterials as materialsContract,
  listControlValues as valuesContract,
} from '#contract/quality.ts'
import { controlStates } from '#contract/quality-rules.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { whyNotStrikeOut } from './policy-quality.ts'
import { dayAt, expiryOf, lotOf, presentLatest, presentLot, stateOf } from './present-lot.ts'
import { listLots, listMaterials, readHours } from './queries-lots.ts'
import { listBlocking, listControlled, type OverviewRow } from './queries-overview.ts'
import { listValues } from './queries-values.ts'

/** More than can be out of control at a time and still be called a laboratory. */
const mostBlocking = 200

export async function readOverview(
  { db, clock, actor }: SignedIn,
  { limit, cursor }: QueryOf<typeof controlOverview>,
): Promise<ResponseOf<typeof controlOverview>> {
  const now = clock.now()
  const controlHours = await readHours(db)
  const since = after(now, -hours(controlHours)).toISOString()
  const rows = await listControlled(db, actor.sites, { after: readRowKey(cursor), limit: limit + 1 })
  const blocking = await listBlocking(db, actor.sites, mostBlocking)
  return {
    controlHours,
    blocking: blocking.map((one) => ({ ...one, at: one.at.toISOString() })),
    analytes: rows.slice(0, limit).map((row) => presentRow(row, now, since)),
    nextCursor: nextKey(rows, limit, ({ siteId, analyte }) => `${siteId}_${analyte}`),
  }
}

function presentRow({ timeZone, lots, ...row }: OverviewRow, now: Date, since: string) {
  const today = dayAt(timeZone, now)
  const shown = lots.map(({ rejections, unanswered, latest, ...lot }) => ({
    ...lot,
    expiry: expiryOf(lot.expiresOn, today),
    state: stateOf({ latest, rejections, unanswered }),
    latest: presentLatest(latest),
  }))
  const worst = Math.max(...shown.map(({ state }) => controlStates.indexOf(state)))
  return {
    ...row,
    state: controlStates[worst] ?? 'none',
    stale: !shown.some(({ latest }) => latest !== null && latest.at >= since),
    lots: shown,
  }
}

export async function listControlMaterials(
  { db }: SignedIn,
  { limit, cursor }: QueryOf<typeof materialsContract>,
): Promise<ResponseOf<typeof materialsContract>> {
  const rows = await listMaterials(db, { before: readIdKey(cursor), limit: limit + 1 })
  return { materials: rows.slice(0, limit), nextCursor: nextKey(rows, limit, ({ id }) => id) }
}

export async function listControlLots(
  { db, clock, actor }: SignedIn,
  { limit, cursor, status }: QueryOf<typeof lotsContract>,
): Promise<ResponseOf<typeof lotsContract>> {
  const page = { before: readIdKey(cursor), limit: limit + 1 }
  const rows = await listLots(db, actor.sites, status ?? null, page)
  return {
    lots: rows.slice(0, limit).map((lot) => presentLot(lot, clock.now())),
    nextCursor: nextKey(rows, limit, ({ id }) => id),
  }
}

export async function listControlValues(
  context: SignedIn,
  id: string,
  { limit, cursor, analyte }: QueryOf<typeof valuesContract>,
): Promise<ResponseOf<typeof valuesContract>> {
  const { db, actor } = context
  const lot = await lotOf(context, id)
  const { twoPerson } = await releaseRules(db)
  const page = { before: readIdKey(cursor), limit: limit + 1 }
  const rows = await listValues(db, lot, analyte, actor.accountId, page)
  const values = rows
    .slice(0, limit)
    .map(({ byMe, isRejected, struckAt, struckBy, struckReason, ...value }) => ({
      ...value,
      at: value.at.toISOString(),
      struckOut:
        struckAt === null
          ? null
          : { at: struckAt.toISOString(), by: struckBy ?? '', reason: struckReason ?? '' },
      responsibility: presentLatest(value.responsibility),
      whyNotStrikeOut: whyNotStrikeOut(
        { struck: struckAt !== null, byMe, isRejected, rules: value.rules },
        twoPerson,
      ),
    }))
  return { values, nextCursor: nextKey(rows, limit, (row) => row.id) }
}

function nextKey<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string): string | null {
  const last = rows[limit - 1]
  return rows.length > limit && last !== undefined ? keyOf(last) : null
}

const idForm = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const noKey = () => invalid({ cursor: ['This is not the key of a page'] })

function readIdKey(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!new RegExp(`^${idForm}$`).test(cursor)) throw noKey()
  return cursor
}

function readRowKey(cursor: string | undefined): { siteId: string; analyte: string } | null {
  if (cursor === undefined) return null
  const [, siteId, analyte] = new RegExp(`^(${idForm})_(.{1,60})$`).exec(cursor) ?? []
  if (siteId === undefined || analyte === undefined) throw noKey()
  return { siteId, analyte }
}
