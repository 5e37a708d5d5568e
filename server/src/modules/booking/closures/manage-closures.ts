import type * as contract from '#contract/closures.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import {
  firstInstantOfLocal,
  type Interval,
  instantOf,
  isoInterval,
  minuteOf,
  type Plan,
} from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { planAt } from '../availability/plan-visit.ts'
import { dealWithTouched, sayOutcome, visitsChanged } from './deal-with-touched.ts'
import { withoutBookings } from './hold-bookings.ts'
import { type Closure, deleteClosure, insertClosure, readClosure, readClosures } from './queries-closures.ts'
import { findTouched, withProposals } from './touched-visits.ts'

export async function listClosures(
  { db, clock, actor }: SignedIn,
  { siteId }: QueryOf<typeof contract.listClosures>,
) {
  return { closures: await readClosures(db, actor.sites, siteId ?? null, clock.now()) }
}

/** The visits that a closure would affect, each with proposed times. */
export async function previewClosure(context: SignedIn, body: BodyOf<typeof contract.previewClosure>) {
  const { plan, closed, visits } = await planClosure(context, { ...body, reason: '' })
  return { ...isoInterval(closed), visits: await withProposals(context, plan, visits) }
}

/** Adds a closure and moves, asks about or cancels every visit in it, in one transaction. */
export async function addClosure(context: SignedIn, body: BodyOf<typeof contract.addClosure>) {
  const { reason } = body
  const id = uuidv7(context.clock)
  const outcome = await withoutBookings(context, async (inside) => {
    const { plan, closed, visits } = await planClosure(inside, body)
    if (visits.length !== body.visits.length) throw visitsChanged()
    const times = { start: instantOf(closed.start), end: instantOf(closed.end) }
    await insertClosure(inside.db, { id, siteId: plan.site.id, ...times, reason })
    await audit(inside, {
      action: 'closure.added',
      subject: { kind: 'closure', id },
      after: { site: plan.site.name, siteId: plan.site.id, ...times, visits: visits.length },
      reason,
    })
    return dealWithTouched(inside, plan, visits, body.visits, reason)
  })
  return { message: `The laboratory will be closed. ${sayOutcome(outcome)}`.trim(), id, ...outcome }
}

/** A closure as an interval, the plan with it and the visits in it. */
async function planClosure(
  context: SignedIn,
  { siteId, reason, ...times }: { siteId?: string | undefined; from: string; to: string; reason: string },
) {
  const plan = await planAt(context, siteId, [])
  const closed = intervalOf(context, plan, times)
  const visits = await findTouched(context, plan.site.id, closed)
  return { plan: { ...plan, closures: [...plan.closures, { ...closed, reason }] }, closed, visits }
}

export async function visitsInClosure(context: SignedIn, id: string) {
  const { closure, plan, visits } = await openClosure(context, id)
  return { closure, visits: await withProposals(context, plan, visits) }
}

/** Moves, asks about or cancels visits that are still in a closure; those that are not named stay. */
export async function dealWithClosure(
  context: SignedIn,
  id: string,
  body: BodyOf<typeof contract.dealWithClosure>,
) {
  const outcome = await withoutBookings(context, async (inside) => {
    const { closure, plan, visits } = await openClosure(inside, id)
    return dealWithTouched(inside, plan, visits, body.visits, closure.reason)
  })
  return { message: sayOutcome(outcome), ...outcome }
}

/** A closure with the plan of its site and the visits that are still in it. */
async function openClosure(context: SignedIn, id: string) {
  const closure = await requireClosure(context, id)
  const plan = await planAt(context, closure.site.id, [])
  const closed = { start: minuteOf(closure.start), end: minuteOf(closure.end) }
  return { closure, plan, visits: await findTouched(context, closure.site.id, closed) }
}

export async function removeClosure(context: SignedIn, id: string): Promise<{ message: string }> {
  await transact(context, async (inside) => {
    const { site, start, end, reason } = await requireClosure(inside, id)
    if (!(await deleteClosure(inside.db, id))) throw notFound('This closure')
    await audit(inside, {
      action: 'closure.removed',
      subject: { kind: 'closure', id },
      before: { site: site.name, siteId: site.id, start, end, reason },
    })
  })
  return { message: 'The laboratory is open at this time again. Visits that were moved stay where they are.' }
}

async function requireClosure({ db, clock, actor }: SignedIn, id: string): Promise<Closure> {
  return required(await readClosure(db, actor.sites, id, clock.now()), 'This closure')
}

/** Converts local times of the site to an interval; refuses an interval that is over or empty. */
function intervalOf({ clock }: Context, { site }: Plan, times: { from: string; to: string }): Interval {
  const at = (text: string) =>
    firstInstantOfLocal(
      site.timeZone,
      text.slice(0, 10),
      Number(text.slice(11, 13)) * 60 + Number(text.slice(14)),
    )
  const [start, end] = [at(times.from), at(times.to)]
  if (end <= start) throw invalid({ to: ['The laboratory must open again after it closes'] })
  if (end <= minuteOf(clock.now())) throw invalid({ to: ['This time has passed'] })
  if (end - start > mostDays * 1440) throw invalid({ to: [`Close at most ${mostDays} days at once`] })
  return { start, end }
}

const mostDays = 60
