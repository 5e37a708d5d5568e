import { insertPersons, placing, readCircles } from '#server/modules/people/index.ts'
import { minuteOf, type Plan } from '#server/modules/sites/index.ts'
import { auditMany } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { changedMeanwhile } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import { postMany } from '#server/platform/outbox.ts'
import type { Busy } from './availability.ts'
import { dayOfVisit } from './person-of-visit.ts'
import { readBusy, sweepExpiredHolds } from './queries-chairs.ts'
import {
  holdVisits,
  type ImportedVisit,
  insertImportedVisits,
  readPlaces,
  updateImportedVisits,
} from './queries-import.ts'
import { readTimeZones } from './queries-persons.ts'
import type { Visit } from './queries-visits.ts'

const batch = 1000

export type Wish = {
  start: number
  /** The end of the visit; the buffer comes on top. */
  end: number
  /** The visit that is moved, which sits somewhere now. */
  moved?: string
}

/**
 * A free chair for each wish, in their order, the same as long as nothing else is booked; null where every one is taken.
 * A visit that is moved may overlap its own former place, which nobody else is given. Only proposes: whether a chair is
 * free is decided by the constraint.
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
  for (const one of busy) take(days, one)
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
      near(days, number, need).every(
        (one) => one.end <= need.start || need.end <= one.start || isOwn(one, own, need),
      ),
    )
    if (chair === undefined) return null
    take(days, { chair, ...need })
    return chair
  })
}

/** Occupied times by chair and day of 1440 minutes, so that each wish looks at few. */
const keyOf = (chair: number, minute: number) => `${chair}/${Math.floor(minute / 1440)}`

function take(days: Map<string, Busy[]>, one: Busy): void {
  for (const key of new Set([keyOf(one.chair, one.start), keyOf(one.chair, one.end)])) {
    const there = days.get(key)
    if (there) there.push(one)
    else days.set(key, [one])
  }
}

const near = (
  days: ReadonlyMap<string, Busy[]>,
  chair: number,
  { start, end }: { start: number; end: number },
) => [...new Set([keyOf(chair, start), keyOf(chair, end)])].flatMap((key) => days.get(key) ?? [])

/** Whether what stands in the way is the visit's own former place alone, which others may adjoin. */
function isOwn(one: Busy, own: Busy | undefined, need: { start: number; end: number }): boolean {
  if (own === undefined || own.chair !== one.chair) return false
  const [from, to] = [Math.max(one.start, need.start), Math.min(one.end, need.end)]
  return own.start <= from && to <= own.end
}

/** Finds or inserts the person of each visit, in the given transaction. */
async function placeImported(
  context: SignedIn,
  visits: readonly NewImported[],
): Promise<(NewImported & { personId: string })[]> {
  const { db, clock, actor } = context
  const circles = await readCircles(db, [...new Set(visits.flatMap(({ accountId }) => accountId ?? []))])
  const zones = await readTimeZones(db)
  const place = placing(circles, {
    newId: () => uuidv7(clock),
    now: clock.now(),
    grantedBy: actor.accountId,
  })
  const placed = visits.map((visit) => {
    const { fullName, age, gender, accountId, contact, email, knownAs } = visit
    // An account gets nobody's record by a file: a visit of its own is of those whom it books for.
    const isTheirs =
      accountId === null || circles.get(accountId)?.known.some((person) => person.id === knownAs)
    if (knownAs !== null && isTheirs) return { visit, person: { personId: knownAs, added: null } }
    const on = dayOfVisit(zones.get(visit.siteId) ?? 'UTC', minuteOf(new Date(visit.startsAt)))
    return { visit, person: place({ fullName, age, gender, on, accountId, reached: contact || email }) }
  })
  const added = placed.flatMap(({ person }) => person.added ?? [])
  for (let from = 0; from < added.length; from += batch) {
    await insertPersons(db, added.slice(from, from + batch))
  }
  return placed.map(({ visit, person }) => ({ ...visit, personId: person.personId }))
}

const isSomebodyElse = (before: Pick<Visit, 'accountId' | 'patient'>, after: NewImported): boolean =>
  before.accountId !== after.accountId ||
  before.patient.fullName !== after.fullName ||
  before.patient.age !== after.age ||
  before.patient.gender !== after.gender

export type NewImported = Omit<ImportedVisit, 'reference' | 'personId'> & {
  /** The person as whom the source knows the patient, if there is a record. */
  knownAs: string | null
}

/** Clears away holds that have run out: they stand in the constraint's way. */
export const makeRoom = ({ db, clock }: SignedIn): Promise<void> => sweepExpiredHolds(db, clock.now())

/**
 * Writes visits that were decided on before, in the transaction that it is given. A chair that was taken meanwhile fails as
 * an exclusion violation on `visit_chair_is_free`.
 */
export async function importVisits(
  context: SignedIn,
  visits: readonly NewImported[],
  tell: boolean,
): Promise<void> {
  const placed = await placeImported(context, visits)
  for (let from = 0; from < visits.length; from += batch) {
    const part = placed.slice(from, from + batch).map((visit) => ({ ...visit, reference: newCode(8) }))
    await insertImportedVisits(context.db, part, context.clock.now())
    await auditMany(
      context,
      part.map((visit) => ({
        action: 'visit.imported',
        subject: { kind: 'visit', id: visit.id },
        after: noted(visit),
      })),
    )
    if (tell) await tellOf(context, 'visit_booked', part)
  }
}

/** Whose a visit is after a change: an address that was put right leads to another account, or to none. */
export const ownerAfter = (
  before: Pick<Visit, 'accountId' | 'patient'>,
  after: { email: string; accountId: string | null },
): string | null =>
  before.patient.email.toLowerCase() === after.email.toLowerCase() ? before.accountId : after.accountId

/** A visit that went from one account to another; null is nobody's. */
type Handed = { visitId: string; from: string | null; to: string | null }

/**
 * Changes visits to come; refused when one of them was changed or has begun meanwhile. Says which of them went to another
 * account.
 */
export async function changeImportedVisits(
  context: SignedIn,
  decided: readonly { before: Visit; after: NewImported }[],
  tell: boolean,
): Promise<Handed[]> {
  const owners = await holdVisits(
    context.db,
    decided.map(({ before }) => before.id),
  )
  // A join may have given one of them to somebody else meanwhile, which leaves the visit's version alone.
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
  for (let from = 0; from < changes.length; from += batch) {
    const part = changes.slice(from, from + batch)
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
        before: {
          account: before.accountId,
          patient: before.patient,
          tests: before.tests.map(({ code }) => code),
          startsAt: before.startsAt,
          chair: before.chair,
          priority: before.priority,
          status: before.status,
        },
        after: noted(after),
      })),
    )
    if (tell) await tellOf(context, 'visit_changed', rows)
  }
  return changes
    .map(({ before, after }) => ({ visitId: after.id, from: before.accountId, to: after.accountId }))
    .filter(({ from, to }) => from !== to)
}

const noted = ({
  accountId,
  chair,
  fullName,
  age,
  gender,
  contact,
  email,
  tests,
  startsAt,
  priority,
  status,
}: NewImported) => ({
  account: accountId,
  patient: { fullName, age, gender, contact, email },
  tests,
  startsAt,
  chair,
  priority,
  status,
})

const tellOf = (context: SignedIn, kind: 'visit_booked' | 'visit_changed', visits: readonly NewImported[]) =>
  postMany(
    context,
    visits
      .filter(({ status, email }) => status === 'booked' && email !== '')
      .map(({ siteId, id, email }) => ({ kind, to: email, payload: { siteId, visitId: id } })),
  )
