import { insertPersons, placing, readCircles } from '#server/modules/people/index.ts'
import { type Interval, minuteOf, type Plan } from '#server/modules/sites/index.ts'
import { auditMany } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { changedMeanwhile } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { postMany } from '#server/platform/outbox.ts'
import type { Busy } from '../availability/availability.ts'
import { readBusy, sweepExpiredHolds } from '../availability/queries-chairs.ts'
import type { Visit } from '../queries-visits.ts'
import { dayOfVisit } from './person-of-visit.ts'
import {
  holdVisits,
  type ImportedVisit,
  insertImportedVisits,
  readPlaces,
  updateImportedVisits,
} from './queries-import.ts'
import { readTimeZones } from './queries-persons.ts'

const batchSize = 1000

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += batchSize) yield rows.slice(from, from + batchSize)
}

export type Wish = {
  start: number
  /** The end of the visit; the buffer comes on top. */
  end: number
  /** The visit that is moved, which sits somewhere now. */
  moved?: string
}

/**
 * Proposes a free chair for each wish, in their order; null if none is free. The proposal is the same as long as nothing else is booked.
 * A visit that is moved may overlap its own former place, which no other wish gets. The constraint decides whether a chair is free.
 */
export async function proposeChairs(
  { db, clock }: SignedIn,
  plan: Plan,
  wishes: readonly Wish[],
): Promise<(number | null)[]> {
  if (wishes.length === 0) return []
  const buffer = plan.laboratory.bufferMinutes
  const busy = await readBusy(db, {
    siteId: plan.site.id,
    start: Math.min(...wishes.map(({ start }) => start)),
    end: Math.max(...wishes.map(({ end }) => end)) + buffer,
    now: clock.now(),
    signedIn: false,
  })
  const days = new Map<string, Busy[]>()
  for (const interval of busy) take(days, interval)
  const places = await readPlaces(
    db,
    plan.site.id,
    wishes.flatMap(({ moved }) => moved ?? []),
  )
  return wishes.map(({ start, end, moved }) => {
    const need = { start, end: end + buffer }
    const own = moved === undefined ? undefined : places.get(moved)
    const order = own ? [own.chair, ...plan.chairs] : plan.chairs
    const chair = order.find((number) =>
      near(days, { chair: number, ...need }).every(
        (taken) => taken.end <= need.start || need.end <= taken.start || isOwn(taken, own, need),
      ),
    )
    if (chair === undefined) return null
    take(days, { chair, ...need })
    return chair
  })
}

/** The keys of an interval in a map by chair and day of 1440 minutes, so that each wish looks at few intervals. */
const keysOf = ({ chair, start, end }: Busy) =>
  new Set([start, end].map((minute) => `${chair}/${Math.floor(minute / 1440)}`))

function take(days: Map<string, Busy[]>, interval: Busy): void {
  for (const key of keysOf(interval)) {
    const taken = days.get(key)
    if (taken) taken.push(interval)
    else days.set(key, [interval])
  }
}

const near = (days: ReadonlyMap<string, Busy[]>, interval: Busy) =>
  [...keysOf(interval)].flatMap((key) => days.get(key) ?? [])

/** Whether only the visit's own former place is in the way. Adjoining intervals of a chair are joined, so the place may be a part. */
const isOwn = (taken: Busy, own: Busy | undefined, need: Interval): boolean =>
  own?.chair === taken.chair &&
  own.start <= Math.max(taken.start, need.start) &&
  Math.min(taken.end, need.end) <= own.end

/** Finds or inserts the person of each visit, in the given transaction. */
async function placeImported(
  context: SignedIn,
  visits: readonly NewImported[],
): Promise<(NewImported & { personId: string })[]> {
  const { db, clock, actor } = context
  const circles = await readCircles(db, [...new Set(visits.flatMap(({ accountId }) => accountId ?? []))])
  const zones = await readTimeZones(db)
  const newId = () => uuidv7(clock)
  const place = placing(circles, { newId, now: clock.now(), grantedBy: actor.accountId })
  const placed = visits.map((visit) => {
    const { fullName, age, gender, accountId, contact, email, knownAs } = visit
    // A file gives an account no access to records: its visits are for the persons that it books for.
    const isTheirs =
      accountId === null || circles.get(accountId)?.known.some((person) => person.id === knownAs)
    if (knownAs !== null && isTheirs) return { visit, person: { personId: knownAs, added: null } }
    const on = dayOfVisit(zones.get(visit.siteId) ?? 'UTC', minuteOf(new Date(visit.startsAt)))
    return { visit, person: place({ fullName, age, gender, on, accountId, reached: contact || email }) }
  })
  const added = placed.flatMap(({ person }) => person.added ?? [])
  for (const part of batchesOf(added)) await insertPersons(db, part)
  return placed.map(({ visit, person }) => ({ ...visit, personId: person.personId }))
}

const isSomebodyElse = ({ accountId, patient }: Visit, after: NewImported): boolean =>
  accountId !== after.accountId ||
  (['fullName', 'age', 'gender'] as const).some((field) => patient[field] !== after[field])

type Audited = Omit<NewImported, 'id' | 'siteId' | 'startsAt' | 'endsAt' | 'until' | 'knownAs'> & {
  startsAt: Date | string
}

export type NewImported = Omit<ImportedVisit, 'reference' | 'personId'> & {
  /** The person as whom the source knows the patient, if there is a record. */
  knownAs: string | null
}

/** Removes expired holds, which would violate the constraint. */
export const makeRoom = ({ db, clock }: SignedIn) => sweepExpiredHolds(db, clock.now())

/**
 * Writes visits in the given transaction.
 * @throws an exclusion violation of `visit_chair_is_free` if a chair was taken meanwhile
 */
export async function importVisits(
  context: SignedIn,
  visits: readonly NewImported[],
  tell: boolean,
): Promise<void> {
  const placed = await placeImported(context, visits)
  for (const batch of batchesOf(placed)) {
    const part = batch.map((visit) => ({ ...visit, reference: newCode(8) }))
    await insertImportedVisits(context.db, part, context.clock.now())
    await auditMany(
      context,
      part.map((visit) => ({
        action: 'visit.imported',
        subject: { kind: 'visit', id: visit.id },
        after: audited(visit),
      })),
    )
    if (tell) await tellOf(context, 'visit_booked', part)
  }
}

/** The account of a visit after a change: that of the corrected address, or none. */
export const ownerAfter = (
  before: Pick<Visit, 'accountId' | 'patient'>,
  after: { email: string; accountId: string | null },
): string | null =>
  before.patient.email.toLowerCase() === after.email.toLowerCase() ? before.accountId : after.accountId

/** A visit that went from an account to another; null is no account. */
type Handed = { visitId: string; from: string | null; to: string | null }

/** Changes visits to come; refuses if one of them was changed or has begun meanwhile. Returns those that changed the account. */
export async function changeImportedVisits(
  context: SignedIn,
  decided: readonly { before: Visit; after: NewImported }[],
  tell: boolean,
): Promise<Handed[]> {
  const owners = await holdVisits(
    context.db,
    decided.map(({ before }) => before.id),
  )
  // A join may have given one of them to another account meanwhile, which does not change the visit's version.
  const changes = decided.map((change) => {
    const before = { ...change.before, accountId: owners.get(change.before.id) ?? null }
    return { before, after: { ...change.after, accountId: ownerAfter(before, change.after) } }
  })
  const others = changes.filter(({ before, after }) => isSomebodyElse(before, after))
  const placed = await placeImported(
    context,
    others.map(({ after }) => after),
  )
  const persons = new Map(placed.map(({ id, personId }) => [id, personId]))
  for (const part of batchesOf(changes)) {
    const rows = part.map(({ before, after }) => ({
      ...after,
      personId: persons.get(after.id) ?? before.personId,
      reference: before.reference,
      version: before.version,
    }))
    const changed = await updateImportedVisits(context.db, rows, context.clock.now())
    if (changed < part.length) throw changedMeanwhile('One of these appointments')
    await auditMany(
      context,
      part.map(({ before, after }) => ({
        action: 'visit.import_changed',
        subject: { kind: 'visit', id: after.id },
        before: audited({ ...before, ...before.patient, tests: before.tests.map(({ code }) => code) }),
        after: audited(after),
      })),
    )
    if (tell) await tellOf(context, 'visit_changed', rows)
  }
  return changes
    .map(({ before, after }) => ({ visitId: after.id, from: before.accountId, to: after.accountId }))
    .filter(({ from, to }) => from !== to)
}

const audited = (visit: Audited) => {
  const { accountId: account, fullName, age, gender, contact, email } = visit
  const { tests, startsAt, chair, priority, status } = visit
  const patient = { fullName, age, gender, contact, email }
  return { account, patient, tests, startsAt, chair, priority, status }
}

const tellOf = (context: SignedIn, kind: 'visit_booked' | 'visit_changed', visits: readonly NewImported[]) =>
  postMany(
    context,
    visits
      .filter(({ status, email }) => status === 'booked' && email !== '')
      .map(({ siteId, id, email }) => ({ kind, to: email, payload: { siteId, visitId: id } })),
  )
