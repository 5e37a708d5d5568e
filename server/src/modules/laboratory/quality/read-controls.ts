import type { QueryOf } from '#contract/endpoint.ts'
import type {
  controlOverview,
  listControlLots as lotsContract,
  listControlValues as valuesContract,
} from '#contract/quality.ts'
import { dayAt } from '#server/modules/sites/index.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { mapPage } from '#server/platform/list.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { whyNotStrikeOut } from './policy-quality.ts'
import { expiryOf, lotOf, presentLot, stateOf, worstOf } from './present-lot.ts'
import { listLots } from './queries-lots.ts'
import { listBlocking, listControlled, type OverviewRow } from './queries-overview.ts'
import type { ControlOfTask } from './queries-quality.ts'
import { listValues } from './queries-values.ts'

/** A limit for the answer, far more than are ever out of control at once. */
const mostBlocking = 200

export async function readOverview({ db, clock, actor }: SignedIn, query: QueryOf<typeof controlOverview>) {
  const now = clock.now()
  const { controlHours } = await releaseRules(db)
  const since = after(now, -hours(controlHours))
  const page = await listControlled(db, actor.sites, query)
  return {
    controlHours,
    blocking: await listBlocking(db, actor.sites, mostBlocking),
    ...mapPage(page, (row) => presentRow(row, now, since)),
  }
}

/**
 * Summarizes the controls of a task: their worst state, and the oldest of their latest measurements. The time of a control is
 * that of its latest measurement on any of the analysers that judge the task.
 */
export function summarizeControls(controls: readonly ControlOfTask[], since: Date) {
  if (controls.length === 0) return null
  const byControl = Map.groupBy(controls, ({ lot, analyte }) => `${lot} ${analyte}`)
  const times = [...byControl.values()].map((lines) =>
    lines
      .map(({ latest }) => latest?.at ?? '')
      .sort()
      .at(-1),
  )
  const at = times.sort()[0] || null
  return { state: worstOf(controls.map(stateOf)), at, stale: at === null || new Date(at) < since }
}

function presentRow({ timeZone, lots, ...row }: OverviewRow, now: Date, since: Date) {
  const today = dayAt(timeZone, now)
  const shown = lots.map((lot) => ({
    ...lot,
    expiry: expiryOf(lot.expiresOn, today),
    state: stateOf(lot),
  }))
  return {
    ...row,
    state: worstOf(shown.map(({ state }) => state)),
    stale: !shown.some(({ latest }) => latest !== null && new Date(latest.at) >= since),
    lots: shown,
  }
}

export async function listControlLots(
  { db, clock, actor }: SignedIn,
  { status, ...query }: QueryOf<typeof lotsContract>,
) {
  const page = await listLots(db, actor.sites, status, query)
  return mapPage(page, (lot) => presentLot(lot, clock.now()))
}

export async function listControlValues(
  context: SignedIn,
  id: string,
  { analyte, instrument, ...query }: QueryOf<typeof valuesContract>,
) {
  const { db, actor } = context
  const lot = await lotOf(context, id)
  const { twoPerson } = await releaseRules(db)
  const page = await listValues(db, lot, { analyte, instrument }, actor.accountId, query)
  return mapPage(page, (value) => ({
    ...value,
    whyNotStrikeOut: whyNotStrikeOut({ ...value, struck: value.struckOut !== null }, twoPerson),
  }))
}
