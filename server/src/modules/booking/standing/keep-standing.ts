import type { BodyOf } from '#contract/endpoint.ts'
import { may } from '#contract/permissions.ts'
import type { addStandingOrder } from '#contract/standing.ts'
import { openKnownPerson, openPerson } from '#server/modules/people/index.ts'
import { dayAt } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notAllowed, notFound, notPossible, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { PageQuery } from '#server/platform/list.ts'
import { planAt, resolveTests } from '../availability/plan-visit.ts'
import { requireKnown } from '../orders/keep-order.ts'
import {
  endStanding,
  findStanding,
  insertStanding,
  listMissedRows,
  type StandingReach,
  type StandingRow,
  standingOfAccount,
  standingOfPerson,
} from './queries-standing.ts'

/** Standing orders, for staff and for patients. */

export async function listStandingOrders(context: SignedIn, personId: string) {
  const { person } = await openPerson(context, personId)
  const { db, clock, actor } = context
  return { orders: await standingOfPerson(db, clock.now(), person.id, actor.sites) }
}

export const listOwnStanding = async ({ db, clock, actor }: SignedIn) => ({
  orders: await standingOfAccount(db, clock.now(), actor.accountId),
})

export const listMissed = ({ db, clock, actor }: SignedIn, page: PageQuery) =>
  listMissedRows(db, clock.now(), actor.sites, page)

const reachOfStanding = ({ actor }: SignedIn): StandingReach =>
  actor.role === 'user' ? { accountId: actor.accountId } : { sites: actor.sites }

/** @throws the same refusal for a standing order out of reach and for one that does not exist */
export async function requireStanding(context: SignedIn, id: string): Promise<StandingRow> {
  const { db, clock } = context
  return required(await findStanding(db, clock.now(), reachOfStanding(context), id), 'This standing order')
}

export async function readStandingOrder(context: SignedIn, id: string) {
  const found = await requireStanding(context, id)
  const { shown: person } = await openPerson(context, found.personId)
  return { ...found, person }
}

export async function createStanding(
  context: SignedIn,
  personId: string,
  { testType, siteId, from, until, ...fields }: BodyOf<typeof addStandingOrder>,
) {
  const { person } = await openKnownPerson(context, personId)
  if (person.deceased) throw notPossible('This person has died.')
  const plan = await planAt(context, siteId, testType)
  const codes = resolveTests(plan, testType).map((test) => test.package?.code ?? test.code)
  const { clock, actor } = context
  const today = dayAt(plan.site.timeZone, clock.now())
  if (from < today) throw invalid({ from: ['The first day must be today or later'] })
  await requireKnown(context, fields)
  const id = uuidv7(clock)
  const items = [...new Set(codes)]
  await transact(context, async (inside) => {
    await insertStanding(inside.db, {
      ...fields,
      id,
      siteId: plan.site.id,
      personId: person.id,
      items,
      firstOn: from,
      untilOn: until,
      nextOn: from,
      createdAt: clock.now(),
      createdBy: actor.accountId,
    })
    const after = { items, from, until, ...fields, standingOrder: id }
    await audit(inside, { action: 'standing.added', subject: { kind: 'person', id: person.id }, after })
  })
  return { message: 'The standing order is saved.' }
}

export async function finishStanding(context: SignedIn, id: string) {
  const { actor, clock } = context
  if (actor.role !== 'user' && !may(actor, 'patients')) throw notAllowed()
  const { personId } = await requireStanding(context, id)
  await transact(context, async (inside) => {
    if (!(await endStanding(inside.db, id, { by: actor.accountId, now: clock.now() })))
      throw notFound('This standing order')
    const subject = { kind: 'person', id: personId }
    await audit(inside, { action: 'standing.ended', subject, after: { standingOrder: id } })
  })
  return { message: 'The standing order is ended. Visits that are booked stay.' }
}
