import { identifiers } from '#contract/task-states.ts'
import { visitLength } from '#server/modules/booking/index.ts'
import { accessionNumber, interpretValues } from '#server/modules/laboratory/index.ts'
import { agesInYears, bornByAge } from '#server/modules/people/index.ts'
import { utcDay } from '#server/platform/clock.ts'
import { entry } from '#server/platform/entry.ts'
import { type Random, stream } from '#simulation/random.ts'
import { bookChairs } from './book-chairs.ts'
import type { StorySample, StoryTask, StoryVisit } from './day-story.ts'
import { idAt, referenceOf } from './draws.ts'
import { type Person, patient } from './people.ts'
import { writeQueue, writeTold } from './queue-rows.ts'
import { addRow } from './rows.ts'
import { writeAudit } from './story-audit.ts'
import { dateOf, type Facts, highest, minute, type SiteFacts, type Tables } from './story-tables.ts'
import { plausibleValues } from './values.ts'

/** A simulated day as rows of the product's tables. */

export function writeDay(
  into: Tables,
  facts: Facts,
  day: { index: number; date: string; midnight: number; isOver: boolean },
  visits: readonly StoryVisit[],
  firstNumber: number,
): void {
  const random = stream(facts.seed, 'rows', day.index)
  // A stream of its own: how much of the trail is written does not change the values.
  const auditRandom = stream(facts.seed, 'audit', day.index)
  const numbers = new Map(visits.map((visit, index) => [visit, firstNumber + index]))
  for (const [name, site] of facts.sites) {
    const here = visits.filter((visit) => visit.site === name)
    const chairs = chairsOf(facts, site, here)
    for (const visit of here) {
      const reference = referenceOf(facts.seed, numbers.get(visit) ?? 0)
      writeVisit(into, facts, site, visit, { reference, chair: chairs.get(visit) ?? null })
      writeAudit(into, facts, day, visit, auditRandom)
      const place = { into, facts, site, visit, random }
      for (const sample of visit.samples) writeSample(place, day.date, sample)
    }
    writeQueue(into, site, day, here)
    writeTold(into, site, day.midnight, here)
    const sequences = here.flatMap(({ samples }) =>
      samples.flatMap(({ sequence, nextSequence }) => [sequence, nextSequence ?? 0]),
    )
    const last = highest(sequences)
    if (last > 0) addRow(into.accessionDay, { siteId: site.id, day: day.date, last })
  }
}

function lengthOf({ tests }: Facts, visit: StoryVisit): number {
  return visitLength(visit.tests.flatMap((code) => tests.get(code) ?? []))
}

function chairsOf(facts: Facts, site: SiteFacts, visits: readonly StoryVisit[]): Map<StoryVisit, number> {
  const booked = visits.filter(({ kind }) => kind === 'appointment')
  const standing = booked.filter(({ status }) => status !== 'cancelled')
  const { chairs, most } = bookChairs(
    standing.map((visit) => ({
      from: visit.startsAt,
      until: visit.startsAt + (lengthOf(facts, visit) + facts.bufferMinutes) * minute,
    })),
  )
  const called = visits.flatMap(({ tickets }) => tickets.map(({ desk }) => desk ?? 0))
  site.chairs = Math.max(site.chairs, most, highest(called))
  return new Map([
    ...booked.map((visit) => [visit, 1] as const),
    ...standing.map((visit, index) => [visit, chairs[index] ?? 1] as const),
  ])
}

const priorityOf = ({ urgent, kind }: StoryVisit) => (urgent ? 'high' : kind === 'walk-in' ? 'normal' : 'low')
const rankOf = (visit: StoryVisit) => ({ high: 0, normal: 1, low: 2 })[priorityOf(visit)]

function writeVisit(
  into: Tables,
  facts: Facts,
  site: SiteFacts,
  visit: StoryVisit,
  { reference, chair }: { reference: string; chair: number | null },
): void {
  const { id, status, startsAt, kind, person, tests } = visit
  const { name: fullName, age, gender, phone: contact, email } = person
  const [siteId, start] = [site.id, new Date(startsAt)]
  const end = startsAt + lengthOf(facts, visit) * minute
  const free = new Date(end + facts.bufferMinutes * minute)
  addRow(into.visit, {
    siteId,
    id,
    status,
    chair,
    startsAt: start,
    endsAt: new Date(end),
    during: `[${start.toISOString()},${free.toISOString()})`,
    reference,
    accountId: person.account === null ? null : facts.accountId(person.account),
    personId: personOf(into, facts, visit),
    fullName,
    age,
    gender,
    contact,
    email,
    priority: priorityOf(visit),
    createdAt: new Date(visit.createdAt),
    walkIn: kind === 'walk-in',
  })
  for (const testCode of tests) addRow(into.visitTest, { siteId, visitId: id, startsAt: start, testCode })
}

/** The person's id is that of their first visit, whether they booked it or not. */
function personOf(into: Tables, facts: Facts, visit: StoryVisit): string {
  const { id, startsAt, createdAt } = visit
  const { account, name, age, gender, bornOn, known: knownAs } = visit.person
  const holder = account ?? knownAs ?? null
  const known = holder === null ? [] : entry(facts.persons, holder, () => [])
  let found = known.find(
    ({ person: other }) =>
      other.name === name &&
      other.gender === gender &&
      other.bornOn === bornOn &&
      (bornOn || other.age === age),
  )
  const since = new Date(createdAt)
  if (!found) {
    const day = utcDay(new Date(startsAt))
    const { date, precision } = bornOn ? { date: bornOn, precision: 'day' } : bornByAge(age, day)
    found = { id, person: visit.person, isOfAccount: false }
    known.push(found)
    addRow(into.person, {
      id,
      fullName: name,
      sex: gender,
      birthDate: date,
      birthPrecision: precision,
      createdAt: since,
    })
  }
  if (account !== null && !found.isOfAccount) {
    const ofAccount = known.filter((one) => one.isOfAccount)
    found.isOfAccount = true
    const accountId = facts.accountId(account)
    const kind = kindOf(facts, account, visit.person, ofAccount)
    const number = ofAccount.length + 1
    addRow(into.accountPerson, { accountId, number, personId: found.id, kind, since })
  }
  return found.id
}

function kindOf(
  { seed }: Facts,
  account: number,
  { name, relation }: Person,
  earlier: readonly { person: Person }[],
): 'self' | 'child' | 'other' {
  const isOwn = relation === undefined && (account < 0 || patient(seed, account).name === name)
  return isOwn && earlier.every(({ person }) => person.name !== name) ? 'self' : (relation ?? 'other')
}

type Place = { into: Tables; facts: Facts; site: SiteFacts; visit: StoryVisit; random: Random }

function writeSample(place: Place, date: string, sample: StorySample): void {
  const { into, facts, site, visit } = place
  const test = facts.tests.get(sample.tests[0] ?? '')
  if (!test) throw new Error(`The catalogue has no test ${sample.tests[0]}`)
  const { collection, specimen, tube } = test
  const { id, rejectedAt, receivedAt, nextSequence } = sample
  const number = (sequence: number) => accessionNumber(site.number, date, sequence)
  const receivedBy = sample.receivedBy?.id ?? null
  const received = receivedAt === null ? 'collected' : 'received'
  addRow(into.sample, {
    siteId: site.id,
    id,
    visitId: visit.id,
    accession: number(sample.sequence),
    status: rejectedAt === null ? received : 'rejected',
    collection,
    specimen,
    tube,
    collectedAt: new Date(sample.collectedAt),
    collectedBy: sample.collectedBy.id,
    place: `Chair ${sample.chair}`,
    identifiedBy: [identifiers[0], identifiers[1]],
    prepared: visit.fasting ? 'yes' : 'not needed',
    receivedAt: dateOf(receivedAt),
    receivedBy: receivedAt === null ? null : receivedBy,
    rejectedAt: dateOf(rejectedAt),
    rejectedBy: rejectedAt === null ? null : receivedBy,
    rejectionReason: rejectedAt === null ? null : sample.reason,
    replaces: sample.replaces?.id ?? null,
    nextAccession: nextSequence === null ? null : number(nextSequence),
  })
  for (const task of sample.tasks) writeTask(place, sample, task)
}

function writeTask(place: Place, sample: StorySample, task: StoryTask): void {
  const { into, facts, site, visit } = place
  const { id, test: testCode, startedAt, completedAt } = task
  const by = task.by?.id ?? null
  const done = dateOf(completedAt)
  const begun = startedAt === null ? 'pending' : 'in_progress'
  const released = completedAt === null ? null : visit.releasedAt
  const promised = facts.tests.get(testCode)?.turnaroundHours ?? 1
  const within = (visit.urgent ? Math.min(1, promised) : promised) * 60 * minute
  addRow(into.task, {
    siteId: site.id,
    id,
    visitId: visit.id,
    sampleId: sample.id,
    testCode,
    panelVersion: facts.tests.get(testCode)?.panelVersion ?? 1,
    status: done ? 'completed' : begun,
    rank: rankOf(visit),
    dueAt: new Date(sample.collectedAt + within),
    createdAt: new Date(sample.collectedAt),
    claimedBy: by,
    startedAt: dateOf(startedAt),
    completedBy: done && by,
    completedAt: done,
    withdrawnAt: dateOf(task.withdrawnAt),
    releasedBy: released === null ? null : (visit.releasedBy?.id ?? null),
    releasedAt: dateOf(released),
    resultsRevision: done ? 1 : 0,
    resultsSavedBy: done && by,
    resultsSavedAt: done,
  })
  if (completedAt !== null && by !== null) writeResults(place, { ...task, testCode, completedAt, by })
}

const ranges = new WeakMap<object, string>()
const rangeText = (range: object | null): string | null =>
  range && entry(ranges, range, () => JSON.stringify(range))

type Entered = Pick<StoryTask, 'id' | 'values'> & {
  untold?: boolean
  testCode: string
  completedAt: number
  by: string
}

function writeResults(
  { into, facts, site, visit, random }: Place,
  { id: taskId, testCode, completedAt, by, values = {}, untold = false }: Entered,
): void {
  const panel = facts.panels.get(testCode) ?? []
  const { person } = visit
  const drawn = plausibleValues(panel, { ...person, fasting: visit.fasting }, random)
  const given = drawn.map((value) => ({ ...value, number: values[value.code] ?? value.number }))
  const [siteId, at] = [site.id, new Date(completedAt)]
  const patient = { gender: person.gender, ages: agesInYears(person.age) }
  for (const result of interpretValues(panel, given, patient, [], facts.deltaPercent)) {
    const { code: analyteCode, number, text, flag, range, calculated, delta, intervalVersion } = result
    addRow(into.result, {
      siteId,
      taskId,
      analyteCode,
      number,
      text,
      flag,
      range: rangeText(range),
      calculated,
      delta,
      enteredBy: by,
      enteredAt: at,
      intervalVersion,
    })
    if (flag.length < 2) continue
    const analyte = panel.find(({ code }) => code === analyteCode)
    const value = number === null ? text : number.toFixed(analyte?.decimals ?? 0)
    const told = Math.min(completedAt + (2 + 18 * random()) * minute, visit.releasedAt ?? facts.now)
    addRow(into.callback, {
      siteId,
      id: idAt(completedAt, random),
      taskId,
      analyteCode,
      value: `${value} ${analyte?.unit ?? ''}`.trim(),
      openedAt: at,
      dueAt: new Date(completedAt + facts.callbackMinutes * minute),
      toldTo: untold ? null : 'The doctor on duty',
      toldAt: untold ? null : new Date(told),
      toldBy: untold ? null : by,
    })
  }
}
