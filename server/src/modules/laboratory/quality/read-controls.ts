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
import { mapPage } from '#server/platform/list.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { whyNotStrikeOut } from './policy-quality.ts'
import { dayAt, expiryOf, lotOf, presentLatest, presentLot, stateOf } from './present-lot.ts'
import { listLots, listMaterials, readHours } from './queries-lots.ts'
import { listBlocking, listControlled, type OverviewRow } from './queries-overview.ts'
import { listValues } from './queries-values.ts'

/** A limit for the answer, far more than are ever out of control at once. */
const mostBlocking = 200

export async function readOverview(
  { db, clock, actor }: SignedIn,
  query: QueryOf<typeof controlOverview>,
): Promise<ResponseOf<typeof controlOverview>> {
  const now = clock.now()
  const controlHours = await readHours(db)
  const since = after(now, -hours(controlHours)).toISOString()
  const page = await listControlled(db, actor.sites, query)
  const blocking = await listBlocking(db, actor.sites, mostBlocking)
  return {
    controlHours,
    blocking: blocking.map((one) => ({ ...one, at: one.at.toISOString() })),
    ...mapPage(page, (row) => presentRow(row, now, since)),
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

export const listControlMaterials = (
  { db }: SignedIn,
  query: QueryOf<typeof materialsContract>,
): Promise<ResponseOf<typeof materialsContract>> => listMaterials(db, query)

export async function listControlLots(
  { db, clock, actor }: SignedIn,
  { status, ...query }: QueryOf<typeof lotsContract>,
): Promise<ResponseOf<typeof lotsContract>> {
  const page = await listLots(db, actor.sites, status ?? null, query)
  return mapPage(page, (lot) => presentLot(lot, clock.now()))
}

export async function listControlValues(
  context: SignedIn,
  id: string,
  { analyte, ...query }: QueryOf<typeof valuesContract>,
): Promise<ResponseOf<typeof valuesContract>> {
  const { db, actor } = context
  const lot = await lotOf(context, id)
  const { twoPerson } = await releaseRules(db)
  const page = await listValues(db, lot, analyte, actor.accountId, query)
  return mapPage(page, ({ byMe, isRejected, struckAt, struckBy, struckReason, ...value }) => ({
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
}
