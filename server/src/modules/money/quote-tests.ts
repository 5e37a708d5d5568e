import { taxWithin } from '#contract/amounts.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { readQuote as contract } from '#contract/money.ts'
import { rememberedPlan, siteFor } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notAllowed } from '#server/platform/errors.ts'
import { dayAt, requirePayer } from './charge-visit.ts'
import { pricesOf } from './queries-prices.ts'
import { patientPayer, readSettingsRow } from './queries-settings.ts'

/** What tests cost today, before they are booked. Lists of facilities and insurers are for staff alone. */
export async function quoteTests(
  context: Context,
  { tests, siteId, payerId = patientPayer }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { db, actor, clock } = context
  if (payerId !== patientPayer && (!actor || actor.role === 'user')) throw notAllowed()
  const site = siteFor(actor, siteId)
  const plan = site === undefined ? null : await rememberedPlan(db, { siteId: site, tests, now: clock.now() })
  if (!plan) throw invalid({ siteId: ['There is no such site'] })
  const { on, currency } = await readSettingsRow(db)
  if (!on) return { quote: null }
  const { id, kind, name } = await requirePayer(context, payerId)
  const codes = [...new Set(plan.tests.map(({ code }) => code))]
  const prices = await pricesOf(db, payerId, codes, await dayAt(context, plan.site.id))
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
