import { createHash } from 'node:crypto'
import type { bookAppointment as contract } from '#contract/booking.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { readPatient } from '#server/modules/access/index.ts'
import type { Placed } from '#server/modules/people/index.ts'
import { instantOf, makeExtraPlaces, minuteOf } from '#server/modules/sites/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { tryInTransaction } from '#server/platform/database.ts'
import { invalid, isSqlError, notAllowed, Refusal, sqlState } from '#server/platform/errors.ts'
import { hashToken, newCode, uuidv7 } from '#server/platform/ids.ts'
import { readAnswer } from '#server/platform/kept-answers.ts'
import { outboxRow } from '#server/platform/outbox.ts'
import { OutcomeUnknown } from '#server/platform/outcome.ts'
import { whyNotBookable } from './availability.ts'
import { dayOfVisit, learnBirth, personOfVisit } from './person-of-visit.ts'
import { FormerPlan, type Planned, planFromMemory } from './plan-visit.ts'
import { booksForOthers, overbookLimitFor } from './policy.ts'
import { present } from './present.ts'
import { takeHold } from './queries-chairs.ts'
import { insertVisit, type NewVisit } from './queries-placing.ts'
import type { Visit } from './queries-visits.ts'
import { seekChair } from './seek-chair.ts'
import { slotTaken } from './slot-taken.ts'

type Body = BodyOf<typeof contract>
type Answer = ResponseOf<typeof contract>

/** The limit of visits to come for an account: more would fill the calendar without need. */
const mostUpcoming = 50

/**
 * Books a visit. With a key, the same request gets the first answer again, whatever has happened since, and a
 * different request under the same key is refused (422). Nothing is read before writing to make that sure: the key is
 * a primary key in the booking's own statement, and only when that fails is the earlier answer looked up.
 */
export async function bookAppointment(
  context: SignedIn,
  body: Body,
  key: string | undefined,
): Promise<Answer> {
  const request =
    key === undefined ? null : { key, hash: createHash('sha256').update(JSON.stringify(body)).digest() }
  const owner = await ownerOf(context, body)
  const attempt = (): Promise<Answer> =>
    planFromMemory(context, body, (planned) => book(context, body, { owner, planned, request })).catch(
      (error: unknown) => {
        // A concurrent booking added a person to this account, perhaps this very person.
        if (isSqlError(error, sqlState.uniqueViolation, 'account_person_pkey')) return attempt()
        throw error
      },
    )
  try {
    return await attempt().catch((error: unknown) => {
      // The key makes a retry safe. Reading the answer by its key would not help: the first attempt may still be running.
      if (request && error instanceof OutcomeUnknown) return attempt()
      throw error
    })
  } catch (error) {
    const earlier = request && (await readAnswer(context.db, context.actor.accountId, request.key))
    if (!earlier) throw error
    if (!earlier.requestHash.equals(request.hash)) {
      throw new Refusal('key_reused', 'This Idempotency-Key was used for a different request')
    }
    return earlier.answer as Answer
  }
}

type Owner = { id: string; email: string } | null

/** The account that the visit belongs to: the patient's own, or the one that staff book for, or none. */
async function ownerOf({ db, actor }: SignedIn, { accountId, personNumber }: Body): Promise<Owner> {
  if (!booksForOthers(actor)) {
    if (accountId !== undefined && accountId !== actor.accountId) throw notAllowed()
    if (personNumber !== undefined) throw notAllowed()
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
    planned,
    request,
  }: {
    owner: Owner
    planned: Planned
    request: { key: string; hash: Buffer } | null
  },
): Promise<Answer> {
  const { clock, actor } = context
  const { plan, start, length } = planned
  const reason = whyNotBookable(plan, start, length, minuteOf(clock.now()))
  if (reason)
    throw invalid({ [body.scheduleTime === undefined ? 'scheduledDate' : 'scheduleTime']: [reason] })
  const overbookLimit = body.overbook ? overbookLimitFor(actor, plan.laboratory) : 0
  if (overbookLimit > 0) await makeExtraPlaces(context.db, plan.site.id, overbookLimit)
  const person = await personOfVisit(context, {
    accountId: owner?.id ?? null,
    patient: body.patientDetails,
    on: dayOfVisit(plan.site.timeZone, start),
    personNumber: body.personNumber,
    personId: body.personId,
    relation: body.relation,
    bornOn: body.bornOn,
  })
  const visit = draftVisit(context, body, owner, person, planned)
  const answer = {
    message: messages.booking.success,
    appointment: present(visit, actor, clock.now()),
  }
  const row: NewVisit = {
    ...newVisit(context, visit, owner, person, planned, request && { ...request, answer }),
    overbookLimit,
    reason: body.overbook?.reason,
  }
  if (!(await place(context, row, body.holdToken))) throw await slotTaken(context, plan, { start, length })
  await learnBirth(context, person, body.bornOn)
  context.wakeOutbox()
  return answer
}

function draftVisit(
  { clock }: SignedIn,
  body: Body,
  owner: Owner,
  { personId }: Placed,
  { plan, tests, start, length }: Planned,
): Visit {
  return {
    id: uuidv7(clock),
    siteId: plan.site.id,
    siteName: plan.site.name,
    timeZone: plan.site.timeZone,
    status: 'booked',
    chair: null,
    walkIn: false,
    recollects: null,
    startsAt: instantOf(start),
    endsAt: instantOf(start + length),
    reference: newCode(8),
    accountId: owner?.id ?? null,
    personId,
    patient: body.patientDetails,
    priority: body.priority,
    version: 1,
    createdAt: clock.now(),
    cutOffMinutes: plan.laboratory.cutOffMinutes,
    tests,
  }
}

function newVisit(
  context: SignedIn,
  visit: Visit,
  owner: Owner,
  person: Placed,
  { plan, tests, start, length }: Planned,
  request: { key: string; hash: Buffer; answer: Answer } | null,
): NewVisit {
  const { actor, network } = context
  // The statement chooses the chair and stores it.
  const after = {
    site: visit.siteName,
    account: visit.accountId,
    person: person.personId,
    ...(person.couldBe.length > 0 && { couldBe: person.couldBe }),
    patient: visit.patient,
    tests: tests.map((test) => test.code),
    startsAt: visit.startsAt,
    priority: visit.priority,
  }
  const to = visit.patient.email || (owner?.email ?? '')
  const mail = outboxRow(context, {
    kind: 'visit_booked',
    to,
    payload: { siteId: visit.siteId, visitId: visit.id },
  })
  return {
    siteId: visit.siteId,
    id: visit.id,
    reference: visit.reference,
    start,
    end: start + length,
    buffer: plan.laboratory.bufferMinutes,
    accountId: visit.accountId,
    patient: visit.patient,
    person,
    priority: visit.priority,
    tests: tests.map((test) => test.code),
    now: visit.createdAt,
    preferredChair: null,
    planVersion: plan.version,
    mostUpcoming,
    audit: {
      id: uuidv7(context.clock),
      role: actor.role,
      network,
      accountId: actor.accountId,
      after: JSON.stringify(after),
    },
    mail: to === '' && visit.patient.contact === '' ? null : { id: mail.id, to, payload: mail.payload },
    idempotency: request && {
      key: request.key,
      accountId: actor.accountId,
      requestHash: request.hash,
      answer: JSON.stringify(request.answer),
    },
  }
}

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

async function placeOnFreeChair({ db }: Context, row: NewVisit): Promise<boolean> {
  const placed = await seekChair(db, row, { now: row.now, signedIn: true }, async () => {
    const outcome = await insertVisit(db, row).catch((error: unknown) => {
      // After a deadlock, a single statement can be run again.
      if (isSqlError(error, sqlState.deadlock) && !db.isTransaction) return 'lost' as const
      throw error
    })
    if (outcome === 'former plan') throw new FormerPlan()
    if (outcome === 'too many') {
      throw new Refusal(
        'not_possible_now',
        `You have ${mostUpcoming} appointments to come. Cancel one to book another.`,
      )
    }
    return outcome
  })
  return placed !== null
}
