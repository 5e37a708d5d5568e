import { taxWithin } from '#contract/amounts.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { readQuote as contract } from '#contract/money.ts'
import { isStaff } from '#contract/options.ts'
import { planAt, resolveTests } from '#server/modules/booking/index.ts'
import { localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notAllowed } from '#server/platform/errors.ts'
import { requirePayer } from './charge-visit.ts'
import { chargedItems } from './charged-items.ts'
import { pricesOf } from './queries-prices.ts'
import { patientPayer, payerOfFacility, readSettingsRow } from './queries-settings.ts'

/** What tests cost today, before they are booked. */
export async function quoteTests(
  context: Context,
  { tests, siteId, payerId: asked }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { db, clock } = context
  const payerId = await payerFor(context, asked)
  const plan = await planAt(context, siteId, tests)
  const booked = resolveTests(plan, tests, 'tests').map((test) => ({
    code: test.code,
    package: test.package?.code ?? null,
  }))
  const { on, currency } = await readSettingsRow(db)
  if (!on) return { quote: null }
  const { id, kind, name } = await requirePayer(context, payerId)
  const { day } = localAt(plan.site.timeZone, minuteOf(clock.now()))
  const codes = new Set(booked.flatMap((test) => [test.code, test.package ?? []].flat()))
  const known = await pricesOf(db, payerId, [...codes], day)
  const priced = new Set(known.filter(({ amount }) => amount !== null).map(({ item }) => item))
  const items = new Set(chargedItems(booked, { settled: new Set(), priced }))
  const prices = known.filter(({ item }) => items.has(item))
  const lines = prices.flatMap(({ name: test, amount, basisPoints }) =>
    amount === null ? [] : [{ test, amount, tax: basisPoints === null ? 0 : taxWithin(amount, basisPoints) }],
  )
  return {
    quote: {
      currency,
      payer: { id, kind, name: name ?? '' },
      lines,
      total: lines.reduce((sum, { amount }) => sum + amount, 0),
      unpriced: prices.filter(({ amount }) => amount === null).map(({ name }) => name),
    },
  }
}

/** Staff may ask for any list of prices, clinicians for that of their facility, everybody else for the list for patients. */
async function payerFor({ db, actor }: Context, asked: string | undefined): Promise<string> {
  if (actor && isStaff(actor.role)) return asked ?? patientPayer
  const own = (actor?.facilityId && (await payerOfFacility(db, actor.facilityId))) || patientPayer
  if (asked !== undefined && asked !== own && asked !== patientPayer) throw notAllowed()
  return asked ?? own
}
