import type * as contract from '#contract/closures.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contract/endpoint.ts'
import {
  firstInstantOfLocal,
  type Interval,
  instantOf,
  minuteOf,
  type Plan,
} from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { dealWithTouched, othersNow, sayOutcome } from './deal-with-touched.ts'
import type { WhoGetsSms } from './mail-to.ts'
import { planAt } from './plan-visit.ts'
import {
  type ClosureRow,
  deleteClosure,
  insertClosure,
  readClosure,
  readClosures,
} from './queries-closures.ts'
import { findTouched, withProposals } from './touched-visits.ts'
import { holdBookings } from './visits-to-come.ts'

export async function listClosures(
  { db, clock, actor }: SignedIn,
  { siteId }: QueryOf<typeof contract.listClosures>,
): Promise<ResponseOf<typeof contract.listClosures>> {
  return { closures: (await readClosures(db, actor.sites, siteId ?? null, clock.now())).map(presentClosure) }
}

/** The visits that a closure would affect, each with proposed times. */
export async function previewClosure(
  context: SignedIn,
  body: BodyOf<typeof contract.previewClosure>,
  whoGetsSms: WhoGetsSms,
): Promise<ResponseOf<typeof contract.previewClosure>> {
  const plan = await planAt(context, body.siteId, [])
  const closed = intervalOf(context, plan, body)
  const visits = await findTouched(context, plan.site.id, closed)
  const after = { ...plan, closures: [...plan.closures, { ...closed, reason: '' }] }
  return { ...said(closed), visits: await withProposals(context, after, visits, whoGetsSms) }
}

/** Adds a closure and moves, asks about or cancels every visit in it, in one transaction. */
export async function addClosure(
  context: SignedIn,
  body: BodyOf<typeof contract.addClosure>,
  whoGetsSms: WhoGetsSms,
): Promise<ResponseOf<typeof contract.addClosure>> {
  const { clock } = context
  const id = uuidv7(clock)
  const { outcome, told } = await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await holdBookings(tx)
    const plan = await planAt(inside, body.siteId, [])
    const closed = intervalOf(inside, plan, body)
    const visits = await findTouched(inside, plan.site.id, closed)
    if (visits.length !== body.visits.length) throw othersNow()
    const { reason } = body
    const row = {
      id,
      siteId: plan.site.id,
      start: instantOf(closed.start),
      end: instantOf(closed.end),
      reason,
    }
    await insertClosure(tx, row)
    await audit(inside, {
      action: 'closure.added',
      subject: { kind: 'closure', id },
      after: { site: plan.site.name, start: row.start, end: row.end, visits: visits.length },
      reason,
    })
    const after = { ...plan, closures: [...plan.closures, { ...closed, reason }] }
    const dealt = await dealWithTouched(inside, after, visits, body.visits, reason, whoGetsSms)
    return { outcome: dealt, told: sayOutcome(dealt) }
  })
  context.wakeOutbox()
  return { message: `The laboratory will be closed. ${told}`.trim(), id, ...outcome }
}

export async function visitsInClosure(
  context: SignedIn,
  id: string,
  whoGetsSms: WhoGetsSms,
): Promise<ResponseOf<typeof contract.visitsInClosure>> {
  const { closure, closed } = await requireClosure(context, id)
  const plan = await planAt(context, closure.siteId, [])
  const visits = await findTouched(context, closure.siteId, closed)
  return { closure: presentClosure(closure), visits: await withProposals(context, plan, visits, whoGetsSms) }
}

/** Moves, asks about or cancels visits that are still in a closure; those that are not named stay. */
export async function dealWithClosure(
  context: SignedIn,
  id: string,
  body: BodyOf<typeof contract.dealWithClosure>,
  whoGetsSms: WhoGetsSms,
): Promise<ResponseOf<typeof contract.dealWithClosure>> {
  const outcome = await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await holdBookings(tx)
    const { closure, closed } = await requireClosure(inside, id)
    const plan = await planAt(inside, closure.siteId, [])
    const visits = await findTouched(inside, closure.siteId, closed)
    return dealWithTouched(inside, plan, visits, body.visits, closure.reason, whoGetsSms)
  })
  context.wakeOutbox()
  return { message: sayOutcome(outcome), ...outcome }
}

export async function removeClosure(context: SignedIn, id: string): Promise<{ message: string }> {
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    const { closure } = await requireClosure(inside, id)
    if (!(await deleteClosure(tx, id))) throw notFound('This closure')
    const { siteName: site, start, end, reason } = closure
    await audit(inside, {
      action: 'closure.removed',
      subject: { kind: 'closure', id },
      before: { site, start, end, reason },
    })
  })
  return { message: 'The laboratory is open at this time again. Visits that were moved stay where they are.' }
}

async function requireClosure(
  { db, clock, actor }: SignedIn,
  id: string,
): Promise<{ closure: ClosureRow; closed: Interval }> {
  const closure = await readClosure(db, actor.sites, id, clock.now())
  if (!closure) throw notFound('This closure')
  return { closure, closed: { start: minuteOf(closure.start), end: minuteOf(closure.end) } }
}

/** Converts local times of the site to an interval; refuses one that is over or empty. */
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

function presentClosure(row: ClosureRow): contract.Closure {
  const { id, siteId, siteName, timeZone, start, end, reason, visits } = row
  const site = { id: siteId, name: siteName, timeZone }
  return { id, site, start: start.toISOString(), end: end.toISOString(), reason, visits }
}

const said = ({ start, end }: Interval) => ({
  start: instantOf(start).toISOString(),
  end: instantOf(end).toISOString(),
})
