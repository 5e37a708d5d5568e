import type { bookAppointment as contract } from '#contract/booking.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { readPatient } from '#server/modules/access/index.ts'
import type { Placed } from '#server/modules/people/index.ts'
import { makeExtraPlaces } from '#server/modules/sites/index.ts'
import { earlierAnswer, type KeyedRequest, keyedRequest } from '#server/platform/answer-once.ts'
import { accountIdOf, type Context, clientIdOf, reasonOf, type SignedIn } from '#server/platform/context.ts'
import { tryInTransaction } from '#server/platform/database.ts'
import { invalid, isSqlError, notAllowed, notPossible, sqlState } from '#server/platform/errors.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { outboxRow } from '#server/platform/outbox.ts'
import { OutcomeUnknown } from '#server/platform/outcome.ts'
import {
  draftVisit,
  FormerPlan,
  fieldOfStart,
  type Planned,
  planFromMemory,
  requireBookable,
} from '../availability/plan-visit.ts'
import { takeHold } from '../availability/queries-chairs.ts'
import { seekChair } from '../availability/seek-chair.ts'
import { slotTaken } from '../availability/slot-taken.ts'
import { chargesDue } from '../events.ts'
import { keepNewOrder, requireKnown } from '../orders/keep-order.ts'
import { packagesOf } from '../packages-of.ts'
import { booksForOthers, overbookLimitFor } from '../policy.ts'
import { answerWith } from '../present.ts'
import type { Visit } from '../queries-visits.ts'
import { noteStandingVisit, orderOfStanding } from '../standing/book-standing.ts'
import { requireStanding } from '../standing/keep-standing.ts'
import type { StandingRow } from '../standing/queries-standing.ts'
import { dayOfVisit, learnBirth, personOfVisit } from './person-of-visit.ts'
import { insertVisit, type NewVisit } from './queries-placing.ts'

type Body = BodyOf<typeof contract>
/** The identifier that a client of a program gives a visit, and the hash of what it asks for. Each identifier books once. */
type Identified = { identifier: string; requestHash: Buffer }
type Answer = ResponseOf<typeof contract>

/** The limit of visits to come for an account: more would fill the calendar without need. */
const mostUpcoming = 50

/**
 * Books a visit. With a key, the same request gets the first answer again, whatever has happened since, and a
 * different request under the same key is refused (422). Nothing is read before writing to make that sure: the key is
 * a primary key in the booking's own statement, and only when that fails is the earlier answer looked up.
 *
 * @throws a unique violation of `api_appointment_once` if the client of the program has used the identifier
 */
export async function bookAppointment(
  context: SignedIn,
  body: Body,
  key: string | undefined,
  identified: Identified | null = null,
) {
  refuseOfProgram(context, body)
  const request = keyedRequest(key, body)
  const owner = await ownerOf(context, body)
  if (body.order) await requireKnown(context, body.order, 'order.')
  const standing = body.standing === undefined ? null : await requireStanding(context, body.standing)
  const attempt = (): Promise<Answer> =>
    planFromMemory(context, body, (planned) =>
      book(context, body, { owner, standing, identified }, planned, request),
    ).catch((error: unknown) => {
      // A concurrent booking added a person to this account, perhaps this very person.
      if (isSqlError(error, sqlState.uniqueViolation, 'account_person_pkey')) return attempt()
      throw error
    })
  try {
    return await attempt().catch((error: unknown) => {
      // The key or identifier makes a retry safe. Looking it up would not help: the first attempt may still be running.
      if ((request ?? identified) && error instanceof OutcomeUnknown) return attempt()
      throw error
    })
  } catch (error) {
    const earlier = request && (await earlierAnswer<Answer>(context, request))
    if (!earlier) throw error
    return earlier
  }
}

/** What only people decide. */
const ofPeople = ['accountId', 'order', 'bill', 'standing', 'overbook'] as const

function refuseOfProgram({ actor }: SignedIn, body: Body): void {
  const stated = ofPeople.filter((field) => body[field] !== undefined)
  if (!actor.program || stated.length === 0) return
  throw invalid(Object.fromEntries(stated.map((field) => [field, ['A program cannot state this']])))
}

type Owner = { id: string; email: string } | null

/** The account that the visit belongs to: the patient's own, or the one that staff book for, or none. */
async function ownerOf({ db, actor }: SignedIn, body: Body): Promise<Owner> {
  const { accountId, personNumber, order, bill } = body
  if (!booksForOthers(actor)) {
    if (accountId !== undefined && accountId !== actor.accountId) throw notAllowed()
    if (personNumber !== undefined || order !== undefined || bill !== undefined) throw notAllowed()
    return { id: actor.accountId, email: actor.email }
  }
  if (accountId === undefined) return null
  const patient = await readPatient(db, accountId, actor.sites)
  if (!patient) throw invalid({ accountId: ['There is no patient with this account'] })
  return patient
}

async function book(
  context: SignedIn,
  body: Body,
  {
    owner,
    standing,
    identified,
  }: { owner: Owner; standing: StandingRow | null; identified: Identified | null },
  planned: Planned,
  request: KeyedRequest | null,
): Promise<Answer> {
  const { actor } = context
  const { plan, start, length } = planned
  requireBookable(context, plan, planned, fieldOfStart(body))
  if (actor.program && planned.tests.some(({ confidential }) => confidential))
    throw invalid({ testType: ['Confidential tests are booked at the laboratory'] })
  const overbookLimit = body.overbook ? overbookLimitFor(actor, plan.laboratory) : 0
  if (overbookLimit > 0) await makeExtraPlaces(context.db, plan.site.id, overbookLimit)
  const { patientDetails: patient, priority, personNumber, personId, relation, bornOn } = body
  const accountId = owner?.id ?? null
  const on = dayOfVisit(plan.site.timeZone, start)
  const asked = { accountId, patient, on, personNumber, personId, relation, bornOn }
  const person = await personOfVisit(context, asked)
  if (standing && standing.personId !== person.personId) {
    throw invalid({ standing: ['This standing order is for another person'] })
  }
  const visit = draftVisit(context, planned, {
    status: 'booked',
    walkIn: false,
    accountId,
    personId: person.personId,
    patient,
    priority,
  })
  const answer = answerWith(context, messages.booking.success, visit)
  const { siteId, id, reference } = visit
  const row: NewVisit = {
    siteId,
    id,
    reference,
    accountId,
    patient: visit.patient,
    priority: visit.priority,
    tests: visit.tests.map((test) => test.code),
    packages: visit.tests.map((test) => test.package?.code ?? null),
    start,
    end: start + length,
    buffer: plan.laboratory.bufferMinutes,
    now: visit.createdAt,
    preferredChair: null,
    planVersion: plan.version,
    mostUpcoming,
    person,
    ...auditOf(context, visit, person),
    ...mailOf(context, visit, owner),
    key: request?.key ?? null,
    requestHash: request?.requestHash ?? null,
    answer: request && answer,
    identifier: identified?.identifier ?? null,
    identifierHash: identified?.requestHash ?? null,
    overbookLimit,
    reason: body.overbook?.reason ?? reasonOf(actor),
  }
  const order = body.order ?? (standing ? orderOfStanding(standing) : undefined)
  if (!(await placeWithMore(context, row, { ...body, order }, visit.pricesOn)))
    throw await slotTaken(context, plan, { start, length })
  await learnBirth(context, person, bornOn)
  context.wakeOutbox()
  return answer
}

/** The audit entry. The statement chooses the chair and adds it. */
function auditOf({ clock, actor, network }: SignedIn, visit: Visit, { personId, couldBe }: Placed) {
  const after = {
    site: visit.siteName,
    account: visit.accountId,
    person: personId,
    ...(couldBe.length > 0 && { couldBe }),
    patient: visit.patient,
    tests: visit.tests.map((test) => test.code),
    ...packagesOf(visit),
    startsAt: visit.startsAt,
    priority: visit.priority,
  }
  const by = { actorId: accountIdOf(actor), clientId: clientIdOf(actor) }
  const role = actor.program ? null : actor.role
  return { auditId: uuidv7(clock), role, network, ...by, auditAfter: after }
}

/** The message about the booking, if there is an address or a phone number. */
function mailOf(context: SignedIn, { siteId, id: visitId, patient }: Visit, owner: Owner) {
  const to = patient.email || (owner?.email ?? '')
  if (to === '' && patient.contact === '') return { mailId: null, mailTo: null, mailPayload: null }
  const message = { kind: 'visit_booked', to, payload: { siteId, visitId } } as const
  return { mailId: outboxRow(context, message).id, mailTo: to, mailPayload: message.payload }
}

/** Places the visit; with an order, a standing order, a bill or prices, all in one transaction. */
async function placeWithMore(
  context: SignedIn,
  row: NewVisit,
  { holdToken, order, bill, standing }: Body,
  pricesOn: boolean,
): Promise<boolean> {
  if (order === undefined && bill === undefined && standing === undefined && !pricesOn)
    return place(context, row, holdToken)
  const placed = await tryInTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    if (!(await place(inside, row, holdToken))) return null
    if (order) await keepNewOrder(inside, row, order)
    if (standing) await noteStandingVisit(inside, standing, row)
    if (bill || pricesOn) await context.tell(chargesDue, inside, dueOf(row, bill))
    return true
  })
  return placed !== null
}

const dueOf = ({ siteId, id }: Pick<NewVisit, 'siteId' | 'id'>, bill: Body['bill']) => ({
  siteId,
  visitId: id,
  bill: bill ?? null,
})

/** Turns a hold into the visit in one transaction; if its time was not free after all, the hold stays. */
async function place(context: Context, row: NewVisit, holdToken: string | undefined): Promise<boolean> {
  if (holdToken === undefined) return placeOnFreeChair(context, row)
  const placed = await tryInTransaction(context.db, async (tx) => {
    const hold = await takeHold(tx, hashToken(holdToken), row.now)
    const preferredChair = hold?.chair ?? null
    return (await placeOnFreeChair({ ...context, db: tx }, { ...row, preferredChair })) || null
  })
  return placed !== null
}

async function placeOnFreeChair(context: Context, row: NewVisit): Promise<boolean> {
  const { db } = context
  const placed = await seekChair(context, row, async () => {
    const outcome = await insertVisit(db, row).catch((error: unknown) => {
      // After a deadlock, a single statement can be run again.
      if (isSqlError(error, sqlState.deadlock) && !db.isTransaction) return 'lost' as const
      throw error
    })
    if (outcome === 'former plan') throw new FormerPlan()
    if (outcome === 'too many') {
      throw notPossible(`You have ${mostUpcoming} appointments to come. Cancel one to book another.`)
    }
    return outcome
  })
  return placed !== null
}
