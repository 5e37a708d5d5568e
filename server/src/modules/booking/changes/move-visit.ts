import { type VisitState, visitStateLabels, visitTransitions } from '#contract/visit-states.ts'
import type { Context } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { auditVisit } from '../audit-visit.ts'
import { chargesDue, chargesUndone } from '../events.ts'
import { reachOf } from '../policy.ts'
import { type Reach, readVisit, setState, type Visit } from '../queries-visits.ts'

/**
 * Moves a visit along its table of states, with the audit row, in the given transaction. The state is compared and set in one
 * statement. Moving a visit to the state that it has is no error, since two people may both see a patient arrive. If nobody is
 * signed in, the product itself moves the visit (a kiosk, a job), and any visit is within reach.
 */
export async function moveVisit(context: Context, visit: Visit, to: VisitState): Promise<Visit> {
  const reach: Reach = context.actor ? reachOf(context.actor) : 'everyone'
  if (visit.status === to) return visit
  if (!visitTransitions[visit.status].includes(to)) throw cannotBecome(visit.status, to)
  const moved = await setState(
    context.db,
    reach,
    { id: visit.id, siteId: visit.siteId, status: visit.status },
    to,
  )
  if (!moved) {
    const now = await readVisit(context.db, reach, visit.id)
    if (now?.status === to) return now
    throw cannotBecome(now?.status ?? visit.status, to)
  }
  await auditVisit(context, `visit.${to}`, visit, {
    before: { status: visit.status },
    after: { status: to },
  })
  await tellCharges(context, visit, to)
  return { ...visit, status: to, version: visit.version + 1 }
}

/** A no-show owes nothing. When the patient arrives, tests without a charge are charged. */
async function tellCharges(context: Context, { siteId, id, pricesOn }: Visit, to: VisitState): Promise<void> {
  const key = { siteId, visitId: id }
  if (to === 'arrived' && pricesOn) await context.tell(chargesDue, context, { ...key, bill: null })
  if (to === 'no_show') await context.tell(chargesUndone, context, { ...key, reason: 'Did not come' })
}

const cannotBecome = (from: VisitState, to: VisitState) =>
  notPossible(
    `This visit is ${visitStateLabels[from].toLowerCase()}: it cannot become ${visitStateLabels[to].toLowerCase()}.`,
  )
