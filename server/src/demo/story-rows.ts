import type { AuditAction } from '#contract/audit-actions.ts'
import { identifiers } from '#contract/task-states.ts'
import { visitLength } from '#server/modules/booking/index.ts'
import { accessionNumber, interpretValues } from '#server/modules/laboratory/index.ts'
import { agesInYears, bornByAge } from '#server/modules/people/index.ts'
import { type Random, stream } from '#simulation/random.ts'
import { bookChairs } from './book-chairs.ts'
import type { StorySample, StoryTask, StoryVisit } from './day-story.ts'
import { idAt, referenceOf } from './draws.ts'
import { patient } from './people.ts'
import { writeQueue, writeTold } from './queue-rows.ts'
import { addRow } from './rows.ts'
import { type Facts, highest, iso, isoOr, minute, type SiteFacts, type Tables } from './story-tables.ts'
import { plausibleValues } from './values.ts'

/** What is told of a day as rows of the product's tables. */

export function writeDay(
  into: Tables,
  facts: Facts,
  day: { index: number; date: string; midnight: number },
  visits: readonly StoryVisit[],
  firstNumber: number,
): void {
  const random = stream(facts.seed, 'rows', day.index)
  const numbers = new Map(visits.map((visit, index) => [visit, firstNumber + index]))
  for (const [name, site] of facts.sites) {
    const here = visits.filter((visit) => visit.site === name)
    const chairs = chairsOf(facts, site, here)
    for (const visit of here) {
      const reference = referenceOf(facts.seed, numbers.get(visit) ?? 0)
      writeVisit(into, facts, site, visit, { reference, chair: chairs.get(visit) ?? null })
      writeAudit(into, facts, visit, random)
      for (const sample of visit.samples) writeSample(into, facts, site, day.date, visit, sample, random)
    }
    writeQueue(into, site, day.date, here)
    writeTold(into, site, day.midnight, here)
    const sequences = here.flatMap(({ samples }) =>
      samples.flatMap(({ sequence, nextSequence }) => [sequence, nextSequence ?? 0]),
    )
    if (sequences.length > 0) addRow(into.accessionDay, [site.id, day.date, highest(sequences)])
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
  const { person } = visit
  const ends = visit.startsAt + lengthOf(facts, visit) * minute
  const [from, to] = [iso(visit.startsAt), iso(ends + facts.bufferMinutes * minute)]
  addRow(into.visit, [
    site.id,
    visit.id,
    visit.status,
    chair,
    from,
    iso(ends),
    `[${from},${to})`,
    reference,
    person.account === null ? null : facts.accountId(person.account),
    personOf(into, facts, visit),
    person.name,
    person.age,
    person.gender,
    person.phone,
    person.email,
    priorityOf(visit),
    iso(visit.createdAt),
    visit.kind === 'walk-in',
  ])
  for (const test of visit.tests) addRow(into.visitTest, [site.id, visit.id, from, test])
}

/** The person's id is that of their first visit. */
function personOf(into: Tables, facts: Facts, { id, person, startsAt, createdAt }: StoryVisit): string {
  const { account, name, age, gender, bornOn, relation } = person
  const known = account === null ? [] : (facts.persons.get(account) ?? [])
  const before = known.find(
    ({ person: one }) =>
      one.name === name && one.gender === gender && one.bornOn === bornOn && (bornOn || one.age === age),
  )
  if (before) return before.id
  const birth = bornOn ? { date: bornOn, precision: 'day' } : bornByAge(age, iso(startsAt).slice(0, 10))
  addRow(into.person, [id, name, gender, birth.date, birth.precision, iso(createdAt)])
  if (account === null) return id
  const own = relation === undefined && (account < 0 || patient(facts.seed, account).name === name)
  const isSelf = own && known.every((one) => one.person.name !== name)
  facts.persons.set(account, [...known, { id, person }])
  addRow(into.accountPerson, [
    facts.accountId(account),
    known.length + 1,
    id,
    isSelf ? 'self' : (relation ?? 'other'),
    iso(createdAt),
  ])
  return id
}

function writeAudit(into: Tables, facts: Facts, visit: StoryVisit, random: Random): void {
  const { person, kind } = visit
  const by = visit.tickets[0]?.by?.id ?? null
  const note = (
    at: number,
    action: AuditAction,
    who: string | null,
    role: string | null,
    after: object | null,
    reason: string | null,
  ) =>
    addRow(into.audit, [
      idAt(at, random),
      iso(at),
      who,
      role,
      'demo',
      action,
      'visit',
      visit.id,
      after && JSON.stringify(after),
      reason,
    ])
  if (kind === 'appointment') {
    const account = person.account === null ? null : facts.accountId(person.account)
    note(visit.createdAt, 'visit.booked', account, 'user', { tests: visit.tests }, null)
  } else {
    note(visit.createdAt, 'visit.walked_in', by, by && 'technician', { tests: visit.tests }, null)
  }
  if (visit.status === 'cancelled') {
    const ticket = visit.tickets.at(-1)
    const why = ticket
      ? ticket.calledAt === null
        ? 'Left before the call'
        : 'Was not fasting'
      : 'Cannot come'
    const at = ticket?.endedAt ?? visit.startsAt - Math.round((3 + 20 * random()) * 60) * minute
    note(
      Math.max(at, visit.createdAt + minute),
      'visit.cancelled',
      ticket?.by?.id ?? null,
      ticket?.by ? 'technician' : null,
      null,
      why,
    )
  }
}

function writeSample(
  into: Tables,
  facts: Facts,
  site: SiteFacts,
  date: string,
  visit: StoryVisit,
  sample: StorySample,
  random: Random,
): void {
  const test = facts.tests.get(sample.tests[0] ?? '')
  if (!test) throw new Error(`The catalogue has no test ${sample.tests[0]}`)
  const { rejectedAt, receivedAt } = sample
  const number = (sequence: number) => accessionNumber(site.number, date, sequence)
  addRow(into.sample, [
    site.id,
    sample.id,
    visit.id,
    number(sample.sequence),
    rejectedAt !== null ? 'rejected' : receivedAt !== null ? 'received' : 'collected',
    test.collection,
    test.specimen,
    test.tube,
    iso(sample.collectedAt),
    sample.collectedBy.id,
    `Chair ${sample.chair}`,
    [identifiers[0], identifiers[1]],
    visit.fasting ? 'yes' : 'not needed',
    isoOr(receivedAt),
    receivedAt === null ? null : (sample.receivedBy?.id ?? null),
    isoOr(rejectedAt),
    rejectedAt === null ? null : (sample.receivedBy?.id ?? null),
    rejectedAt === null ? null : sample.reason,
    sample.replaces?.id ?? null,
    sample.nextSequence === null ? null : number(sample.nextSequence),
  ])
  for (const task of sample.tasks) writeTask(into, facts, site, visit, sample, task, random)
}

function writeTask(
  into: Tables,
  facts: Facts,
  site: SiteFacts,
  visit: StoryVisit,
  sample: StorySample,
  task: StoryTask,
  random: Random,
): void {
  const by = task.by?.id ?? null
  const done = isoOr(task.completedAt)
  const released = task.completedAt === null ? null : visit.releasedAt
  const promised = facts.tests.get(task.test)?.turnaroundHours ?? 1
  const within = (visit.urgent ? Math.min(1, promised) : promised) * 60 * minute
  addRow(into.task, [
    site.id,
    task.id,
    visit.id,
    sample.id,
    task.test,
    facts.tests.get(task.test)?.panelVersion ?? 1,
    done !== null ? 'completed' : task.startedAt !== null ? 'in_progress' : 'pending',
    rankOf(visit),
    iso(sample.collectedAt + within),
    iso(sample.collectedAt),
    by,
    isoOr(task.startedAt),
    done && by,
    done,
    isoOr(task.withdrawnAt),
    released === null ? null : (visit.releasedBy?.id ?? null),
    isoOr(released),
    done === null ? 0 : 1,
    done && by,
    done,
  ])
  if (task.completedAt !== null && by !== null) {
    writeResults(into, facts, site, visit, { id: task.id, test: task.test, at: task.completedAt, by }, random)
  }
}

const ranges = new WeakMap<object, string>()
function rangeText(range: object | null): string | null {
  if (range === null) return null
  const known = ranges.get(range) ?? JSON.stringify(range)
  ranges.set(range, known)
  return known
}

function writeResults(
  into: Tables,
  facts: Facts,
  site: SiteFacts,
  visit: StoryVisit,
  task: { id: string; test: string; at: number; by: string },
  random: Random,
): void {
  const panel = facts.panels.get(task.test) ?? []
  const { person } = visit
  const given = plausibleValues(panel, { ...person, fasting: visit.fasting }, random)
  const at = iso(task.at)
  const patient = { gender: person.gender, ages: agesInYears(person.age) }
  for (const result of interpretValues(panel, given, patient, [], facts.deltaPercent)) {
    const { code, number, text, flag, range, calculated, delta, intervalVersion } = result
    addRow(into.result, [
      site.id,
      task.id,
      code,
      number,
      text,
      flag,
      rangeText(range),
      calculated,
      delta,
      task.by,
      at,
      intervalVersion,
    ])
    if (flag.length < 2) continue
    const analyte = panel.find((one) => one.code === code)
    const told = Math.min(
      task.at + (2 + 18 * random()) * minute,
      visit.releasedAt ?? Number.POSITIVE_INFINITY,
    )
    addRow(into.callback, [
      site.id,
      idAt(task.at, random),
      task.id,
      code,
      `${number === null ? text : number.toFixed(analyte?.decimals ?? 0)} ${analyte?.unit ?? ''}`.trim(),
      at,
      iso(task.at + facts.callbackMinutes * minute),
      'The doctor on duty',
      iso(told),
      task.by,
    ])
  }
}
