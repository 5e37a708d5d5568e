import type { QueryOf } from '#contract/endpoint.ts'
import { type listStock as listContract, stockStates } from '#contract/stock.ts'
import { weekdayOf } from '#server/modules/sites/index.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { type Forecast, forecastDays, forecastStock } from './forecast.ts'
import {
  type ItemRow,
  type LotRow,
  readItem,
  readItems,
  readKitLots,
  readLots,
  readLotsOfTasks,
  readMovements,
  readNeeds,
  readReagentLots,
  readUses,
} from './queries-stock.ts'

/** The number of past days for the mean need of a weekday: four of each weekday. */
const pastDays = 28

/** The items of the caller's sites, the most urgent first. */
export async function listStock({ db, actor, clock }: SignedIn, { siteId }: QueryOf<typeof listContract>) {
  const items = await readItems(db, actor.sites, siteId, clock.now())
  const shown = (await withForecasts(db, items, clock.now())).map(({ item, lots, forecast }) =>
    present(item, lots, forecast),
  )
  const urgency = ({ state }: { state: Forecast['state'] }) => stockStates.indexOf(state)
  return { items: shown.sort((one, other) => urgency(one) - urgency(other)) }
}

export async function readStockItem({ db, actor, clock }: SignedIn, id: string) {
  const item = required(await readItem(db, actor.sites, id, clock.now()), 'This item')
  const [read] = await withForecasts(db, [item], clock.now())
  const { lots, forecast } = required(read, 'This item')
  const { manufacturer, catalogueNumber, reorderLevel, openDays, endedAt, version } = item
  return {
    ...present(item, lots, forecast),
    ...{ manufacturer, catalogueNumber, reorderLevel, openDays, endedAt, version },
    uses: await readUses(db, id),
    lots: lots.map((lot) => ({
      ...lot,
      whyNotOpen: whyNotOpen(lot, item.today),
      isExpired: isExpired(lot, item.today),
    })),
    movements: await readMovements(db, actor.accountId, id, 50),
  }
}

export const lotsOfTasks = async ({ db, actor }: SignedIn, taskIds: readonly string[]) => ({
  lots: await readLotsOfTasks(db, actor, taskIds),
})

const isExpired = ({ usableUntil }: Pick<LotRow, 'usableUntil'>, today: string) => usableUntil < today

/** The reason why a lot cannot be opened; null if it can. */
export function whyNotOpen(
  lot: Pick<LotRow, 'usableUntil' | 'openedOn' | 'remaining'>,
  today: string,
): string | null {
  if (isExpired(lot, today)) return 'The lot has expired.'
  if (lot.openedOn !== null) return 'The lot is already open.'
  return lot.remaining === 0 ? 'The lot is used up.' : null
}

function present(item: ItemRow, lots: readonly LotRow[], forecast: Forecast) {
  const { id, site, name, kind, unit, deliveryDays, today } = item
  const inUse = lots.filter((lot) => lot.openedOn !== null && !isExpired(lot, today))
  return {
    ...{ id, site, name, kind, unit, deliveryDays, ...forecast },
    inUse: inUse.map(({ number, usableUntil }) => ({ number, usableUntil })),
  }
}

async function withForecasts(db: SignedIn['db'], items: readonly ItemRow[], now: Date) {
  const ids = items.map(({ id }) => id)
  if (ids.length === 0) return []
  const lots = await readLots(db, ids)
  const span = { now, from: after(now, -days(pastDays)), to: after(now, days(forecastDays)) }
  const needs = await readNeeds(db, ids, span)
  const lotsOf = Map.groupBy(lots, ({ itemId }) => itemId)
  const needsOf = Map.groupBy(needs, ({ itemId }) => itemId)
  return items.map((item) => {
    const own = lotsOf.get(item.id) ?? []
    const booked = new Map<string, number>()
    const usual = Array<number>(7).fill(0)
    for (const { day, isAhead, amount } of needsOf.get(item.id) ?? []) {
      if (isAhead) booked.set(day, amount)
      else usual[weekdayOf(day)] = (usual[weekdayOf(day)] ?? 0) + amount / (pastDays / 7)
    }
    const { today, deliveryDays, reorderLevel } = item
    const forecast = forecastStock({ today, lots: own, booked, usual, deliveryDays, reorderLevel })
    return { item, lots: own, forecast }
  })
}

/** The lots of reagents of a site that are not used up, for its analysers. */
export const reagentLotsAt = ({ db, clock }: Context, { siteId }: { siteId: string }) =>
  readReagentLots(db, siteId, clock.now())

/** The lots of kits for a test at a site, first expiring first, with whether each can be used today. */
export const kitLotsAt = ({ db, clock }: Context, task: { siteId: string; testCode: string }) =>
  readKitLots(db, task, clock.now())
