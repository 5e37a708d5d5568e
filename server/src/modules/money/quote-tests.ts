import { taxWithin } from '#contract/amounts.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { readQuote as contract } from '#contract/money.ts'
import { planAt, resolveTests } from '#server/modules/booking/index.ts'
import { localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notAllowed } from '#server/platform/errors.ts'
import { requirePayer } from './charge-visit.ts'
import { chargedItems } from './charged-items.ts'
import { pricesOf } from './queries-prices.ts'
import { patientPayer, readSettingsRow } from './queries-settings.ts'

/** What tests cost today, before they are booked. Lists of facilities and insurers are for staff alone. */
export async function quoteTests(
  context: Context,
  { tests, siteId, payerId = patientPayer }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { db, actor, clock } = context
  if (payerId !== patientPayer && (!actor || actor.role === 'user')) throw notAllowed()
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
