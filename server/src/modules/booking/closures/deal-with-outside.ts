import type * as contract from '#contract/closures.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type Plan, readPlan, seesSite } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { readVisits } from '../lists/queries-lists.ts'
import { dealWithTouched, sayOutcome } from './deal-with-touched.ts'
import { withoutBookings } from './hold-bookings.ts'
import { outsideHours } from './outside-hours.ts'
import { readBookedTimes } from './queries-closures.ts'
import { withProposals } from './touched-visits.ts'

/** The number of visits that are listed with proposed times. */
const mostShown = 100

/** Visits that are outside their site's hours since these were changed. */
export async function visitsOutside(context: SignedIn, siteId: string) {
  const plan = await requirePlan(context, siteId)
  const ids = await idsOutside(context, plan)
  const visits = await readVisits(context.db, 'everyone', ids.slice(0, mostShown))
  return { site: plan.site, count: ids.length, visits: await withProposals(context, plan, visits) }
}

/** Visits that are not named stay: a change of hours cancels nothing by itself. */
export async function dealWithOutside(
  context: SignedIn,
  siteId: string,
  { reason, visits: deeds }: BodyOf<typeof contract.dealWithOutside>,
) {
  const outcome = await withoutBookings(context, async (inside) => {
    const plan = await requirePlan(inside, siteId)
    const named = new Set(deeds.map(({ id }) => id))
    const ids = (await idsOutside(inside, plan)).filter((id) => named.has(id))
    return dealWithTouched(inside, plan, await readVisits(inside.db, 'everyone', ids), deeds, reason)
  })
  return { message: sayOutcome(outcome), ...outcome }
}

async function requirePlan({ db, clock, actor }: SignedIn, siteId: string): Promise<Plan> {
  const plan = seesSite(actor, siteId) ? await readPlan(db, { siteId, tests: [], now: clock.now() }) : null
  if (!plan) throw notFound('This site')
  return plan
}

const idsOutside = async ({ db, clock }: SignedIn, plan: Plan): Promise<string[]> =>
  outsideHours(plan, await readBookedTimes(db, { siteId: plan.site.id, now: clock.now() }))
