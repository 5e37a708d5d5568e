import { visitStateLabels } from '#contract/visit-states.ts'
import { findKnownAccounts, holdAccounts } from '#server/modules/access/index.ts'
import {
  changeImportedVisits,
  importVisits,
  makeRoom,
  type NewImported,
  ownerAfter,
  proposeChairs,
  reachOf,
  readVisits,
  type Visit,
  visitLength,
  whyNotBookable,
} from '#server/modules/booking/index.ts'
import { moveNotices } from '#server/modules/notifications/index.ts'
import {
  birthsFit,
  bornByAge,
  type PersonShortly,
  personNumber,
  readCurrentPersons,
} from '#server/modules/people/index.ts'
import {
  instantOf,
  laboratorySettings,
  localAt,
  minuteOf,
  type Plan,
  readPlan,
} from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { changedMeanwhile } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { ImportState } from './cell-values.ts'
import { type Decided, type Decisions, eachRow, faulty, type SourceRow } from './decided.ts'
import { findRows, type KnownRow, keepRows, listTestNames } from './queries-import.ts'
import { type Given, readAppointment, testsByName } from './read-appointment.ts'

/** Ids of accounts by their e-mail addresses in lower case. */
type Owners = ReadonlyMap<string, string>
/** Persons by the numbers that the source has for them. */
type Persons = ReadonlyMap<string, PersonShortly>

/** A row that will be written once it has a chair. */
type Wanted = {
  given: Given
  state: ImportState
  end: number
  before: Visit | null
  decided: Decided
  chair: number | null
}

/**
 * Decides what rows of appointments become. A row that was imported before with the same content stays, whatever has happened to its
 * visit since; a changed row changes its visit only if it is still to come.
 */
export async function decideAppointments(
  context: SignedIn,
  source: string,
  given: readonly SourceRow[],
  tell: boolean,
): Promise<Decisions> {
  const { db, actor } = context
  const plans = await plansOf(context)
  const names = { plans, tests: testsByName(await listTestNames(db)) }
  const rows: Decided[] = []
  const read: Given[] = []
  const lines = new Map<string, number>()
  await eachRow(given, (row) => {
    const one = readAppointment(row, names)
    const earlier = 'outcome' in one ? undefined : lines.get(one.key)
    if ('outcome' in one) rows.push(one)
    else if (earlier !== undefined) {
      rows.push(faulty(one.patient.fullName, one.line, [sameAs(one.key, earlier)]))
    } else {
      lines.set(one.key, one.line)
      read.push(one)
    }
  })
  const keys = read.map(({ key }) => key)
  const known = await findRows(db, 'appointments', source, keys)
  const differing = read.flatMap((row) => {
    const there = known.get(row.key)
    return there?.visitId && !there.hash.equals(row.hash) ? there.visitId : []
  })
  const visits = new Map((await readVisits(db, reachOf(actor), differing)).map((visit) => [visit.id, visit]))
  const emails = read.map(({ patient }) => patient.email)
  const owners = await ownersOf(context, emails)
  const persons = await personsOf(context, source, read)
  const wanted: Wanted[] = []
  const now = minuteOf(context.clock.now())
  await eachRow(read, (row) => {
    const one = decide(row, known.get(row.key), { visits, owners, persons, now })
    if ('chair' in one) wanted.push(one)
    rows.push('chair' in one ? one.decided : one)
  })
  for (const [plan, ofSite] of Map.groupBy(wanted, ({ given }) => given.plan))
    await seat(context, plan, ofSite)
  return {
    rows: rows.sort((one, other) => one.line - other.line),
    write: (within, importId) => write(within, { source, importId, tell }, wanted, { owners, persons }),
  }
}

const sameAs = (key: string, line: number) =>
  key.startsWith('#')
    ? { field: 'externalId', message: `Row ${line} has the same number` }
    : { field: 'fullName', message: `Row ${line} is the same person at the same time` }

/** The plans of the sites that the caller may see, by name in lower case. */
async function plansOf(context: SignedIn): Promise<Map<string, Plan>> {
  const { db, clock, actor } = context
  const { sites, closedSites } = await laboratorySettings(context)
  const plans = new Map<string, Plan>()
  for (const site of [...sites, ...closedSites]) {
    if (actor.sites !== null && !actor.sites.includes(site.id)) continue
    const plan = await readPlan(db, { siteId: site.id, tests: [], now: clock.now() })
    if (plan) plans.set(site.name.toLowerCase(), plan)
  }
  return plans
}

type Existing = { visits: ReadonlyMap<string, Visit>; owners: Owners; persons: Persons; now: number }

function decide(
  given: Given,
  there: KnownRow | undefined,
  { visits, owners, persons, now }: Existing,
): Wanted | Decided {
  const { line, patient, plan, start, tests } = given
  const row: Decided = { line, name: patient.fullName, outcome: 'new', note: '', problems: [], mark: '' }
  const fault = (field: string, message: string) => faulty(patient.fullName, line, [{ field, message }])
  if (there?.hash.equals(given.hash)) return { ...row, outcome: 'same', note: 'Already there' }
  const person = persons.get(given.patientNumber)
  const born = bornByAge(patient.age, localAt(plan.site.timeZone, start).day)
  if (person && (person.sex !== patient.gender || !birthsFit(person.birth, born))) {
    return fault(
      'patientNumber',
      `${personNumber(person.number)} has this number, and is of another gender or age`,
    )
  }
  const before = there?.visitId ? (visits.get(there.visitId) ?? null) : null
  if (there && !before) return fault('site', 'This appointment was brought in for a site that is not yours')
  const end = start + visitLength(tests as Parameters<typeof visitLength>[0])
  const future = start >= now
  const state = given.state ?? (future ? 'booked' : null)
  if (before) {
    const skipped = (note: string): Decided => ({ ...row, outcome: 'skipped', note })
    if (before.status !== 'booked' || minuteOf(before.startsAt) <= now) {
      const label = visitStateLabels[before.status].toLowerCase()
      return skipped(
        before.status === 'booked'
          ? 'Its time has come since: it stays as it is'
          : `It is ${label} here: it stays as it is`,
      )
    }
    if (before.siteId !== plan.site.id) return skipped('It stands at another site: move it by hand')
    if (state !== 'booked') return skipped(`Here it is still booked: cancel it under ${before.reference}`)
  }
  if (!state) return fault('state', 'This time has passed: say completed, cancelled or no show')
  if (state === 'booked' && !future) return fault('state', 'This time has passed: it cannot be booked')
  if ((state === 'completed' || state === 'no_show') && future) {
    return fault('state', 'Its time has not come yet: it can be booked or cancelled')
  }
  const stays = before && minuteOf(before.startsAt) === start && minuteOf(before.endsAt) === end
  if (state === 'booked' && !stays) {
    const why = whyNotBookable(plan, start, end - start, now)
    if (why) return fault('time', why)
    const gone = tests.find(({ bookable }) => !bookable)
    if (gone) return fault('tests', `${gone.name} is not offered any more`)
  }
  const decided: Decided = before ? { ...row, outcome: 'changed', ...change(before, given, owners) } : row
  return { given, state, end, before, decided, chair: stays ? before.chair : null }
}

/** What is different, and what it is written over: an account that is another one by now is another preview. */
function change(
  before: Visit,
  { start, patient, tests, priority }: Given,
  owners: Owners,
): Pick<Decided, 'note' | 'mark'> {
  const { contact, email, fullName, age, gender } = patient
  const owner = ownerAfter(before, { email, accountId: owners.get(email.toLowerCase()) ?? null })
  const codes = (list: readonly { code: string }[]) =>
    list
      .map(({ code }) => code)
      .sort()
      .join()
  const parts = [
    minuteOf(before.startsAt) !== start && 'time',
    codes(before.tests) !== codes(tests) && 'tests',
    before.priority !== priority && 'priority',
    (before.patient.fullName !== fullName ||
      before.patient.age !== age ||
      before.patient.gender !== gender) &&
      'person',
    (before.patient.contact !== contact || before.patient.email !== email) && 'way of contact',
    before.accountId !== owner && 'account',
  ].filter((part) => part !== false)
  return {
    note: parts.length === 0 ? 'As before' : `Another ${parts.join(', ')}`,
    mark: [before.id, before.version, before.accountId, owner].join('/'),
  }
}

/** Assigns chairs to the visits of a site; a visit without a free chair is an error of its row. */
async function seat(context: SignedIn, plan: Plan, wanted: readonly Wanted[]): Promise<void> {
  const without = wanted.filter(({ state, chair }) => state === 'booked' && chair === null)
  const times = without.map(({ given: { start }, end, before }) =>
    before ? { start, end, moved: before.id } : { start, end },
  )
  const chairs = await proposeChairs(context, plan, times)
  for (const [index, one] of without.entries()) {
    one.chair = chairs[index] ?? null
    if (one.chair !== null) continue
    Object.assign(one.decided, {
      outcome: 'error',
      note: '',
      problems: [{ field: 'time', message: 'Every chair is taken at this time' }],
    })
  }
}

async function write(
  context: SignedIn,
  { source, importId, tell }: { source: string; importId: string; tell: boolean },
  wanted: readonly Wanted[],
  { owners, persons }: { owners: Owners; persons: Persons },
): Promise<void> {
  const { db, clock } = context
  await holdOwners(context, wanted, owners)
  const newId = () => uuidv7(clock)
  const rows = wanted.map((one) => ({ ...one, visit: visitOf(one, { owners, persons }, newId) }))
  await makeRoom(context)
  const changed = rows.flatMap(({ before, visit }) => (before ? [{ before, after: visit }] : []))
  await moveNotices(db, await changeImportedVisits(context, changed, tell))
  const added = rows.flatMap(({ before, visit }) => (before ? [] : [visit]))
  await importVisits(context, added, tell)
  const kept = rows.map(({ given: { key, hash }, visit: { siteId, id: visitId } }) => {
    return { key, hash, accountId: null, personId: null, siteId, visitId }
  })
  await keepRows(db, { kind: 'appointments', source, importId }, kept)
}

/**
 * Patients' accounts by e-mail address: a visit belongs to the account with its address, a child's to a parent's. Staff of
 * some sites could otherwise see a patient of another site by importing a visit: their visits belong to no account at first.
 */
async function ownersOf({ db, actor }: SignedIn, emails: readonly string[]): Promise<Owners> {
  const given = [...new Set(emails.filter((email) => email !== ''))]
  const accounts = await findKnownAccounts(db, { ids: [], emails: given, sites: actor.sites })
  const patients = accounts.filter(({ role, active }) => role === 'user' && active)
  return new Map(patients.map(({ id, email }) => [email.toLowerCase(), id]))
}

/**
 * The persons with these patient numbers of the source, if its patients were imported. None for staff of some sites, who
 * could otherwise see a record of another site by importing a visit for it.
 */
async function personsOf({ db, actor }: SignedIn, source: string, read: readonly Given[]): Promise<Persons> {
  if (actor.sites !== null) return new Map()
  const numbers = [...new Set(read.flatMap(({ patientNumber }) => patientNumber || []))]
  const keys = numbers.map((number) => `#${number}`)
  const rows = await findRows(db, 'patients', source, keys)
  const personIds = [...rows.values()].flatMap(({ personId }) => personId ?? [])
  const persons = await readCurrentPersons(db, personIds)
  return new Map(
    numbers.flatMap((number): [string, PersonShortly][] => {
      const person = persons.get(rows.get(`#${number}`)?.personId ?? '')
      return person ? [[number, person]] : []
    }),
  )
}

/** Keeps the accounts that visits go to, or leave, from being closed or joined until the visits are there. */
async function holdOwners({ db }: SignedIn, wanted: readonly Wanted[], owners: Owners): Promise<void> {
  const given = wanted.flatMap(({ given: { patient } }) => {
    const email = patient.email.toLowerCase()
    const id = owners.get(email)
    return id === undefined ? [] : [{ id, email }]
  })
  const left = wanted.flatMap(({ before }) => before?.accountId ?? [])
  const held = await holdAccounts(db, [...new Set([...given.map(({ id }) => id), ...left])])
  if (given.some(({ id, email }) => held.get(id)?.toLowerCase() !== email)) {
    throw changedMeanwhile('The account of one of these patients')
  }
}

function visitOf(
  { given, state, end, before, chair }: Wanted,
  { owners, persons }: { owners: Owners; persons: Persons },
  newId: () => string,
): NewImported {
  const { plan, start, patient, tests, priority, patientNumber } = given
  const at = (minute: number) => instantOf(minute).toISOString()
  return {
    siteId: plan.site.id,
    id: before?.id ?? newId(),
    status: state,
    chair,
    startsAt: at(start),
    endsAt: at(end),
    until: at(state === 'booked' ? end + plan.laboratory.bufferMinutes : end),
    accountId: owners.get(patient.email.toLowerCase()) ?? null,
    knownAs: persons.get(patientNumber)?.id ?? null,
    ...patient,
    priority,
    tests: tests.map(({ code }) => code),
  }
}
