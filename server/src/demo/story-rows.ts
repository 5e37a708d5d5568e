import { identifiers } from '#contract/task-states.ts'
import { visitLength } from '#server/modules/booking/index.ts'
import { type Analyte, accessionNumber, interpretValues } from '#server/modules/laboratory/index.ts'
import { ticketCode } from '#server/modules/queue/index.ts'
import type { BenchTest } from '#server/modules/sites/index.ts'
import { type Random, stream } from '#simulation/random.ts'
import { bookChairs } from './book-chairs.ts'
import type { StorySample, StoryTask, StoryTicket, StoryVisit } from './day-story.ts'
import { idAt, referenceOf } from './draws.ts'
import { addRow, rowsOf } from './rows.ts'
import { plausibleValues } from './values.ts'

/** What is told of a day as rows of the product's tables. */

export type SiteFacts = { id: string; number: number; lastEvent: number; chairs: number }
export type Facts = {
  seed: number
  sites: ReadonlyMap<string, SiteFacts>
  tests: ReadonlyMap<string, BenchTest>
  panels: ReadonlyMap<string, Analyte[]>
  bufferMinutes: number
  callbackMinutes: number
  deltaPercent: number
  accountId: (number: number) => string
}

const minute = 60_000
const iso = (at: number) => new Date(at).toISOString()
const isoOr = (at: number | null) => (at === null ? null : iso(at))

export const tables = () => ({
  visit: rowsOf(
    'visit',
    `site_id id status chair starts_at ends_at during reference account_id full_name age gender contact email priority
     created_at walk_in`,
  ),
  visitTest: rowsOf('visit_test', 'site_id visit_id test_code'),
  sample: rowsOf(
    'sample',
    `site_id id visit_id accession status collection specimen tube collected_at collected_by place identified_by prepared
     received_at received_by rejected_at rejected_by rejection_reason replaces next_accession`,
  ),
  task: rowsOf(
    'task',
    `site_id id visit_id sample_id test_code status rank due_at created_at claimed_by started_at completed_by completed_at
     withdrawn_at released_by released_at results_revision results_saved_by results_saved_at`,
  ),
  result: rowsOf(
    'result',
    `site_id task_id analyte_code number text flag range calculated delta entered_by entered_at interval_version`,
  ),
  callback: rowsOf(
    'callback',
    'site_id id task_id analyte_code value opened_at due_at told_to told_at told_by',
  ),
  ticket: rowsOf(
    'ticket',
    `site_id id visit_id day number code class urgent appointment_at tests room status arrived_at queued_at skips desk
     staff_id called_at recalls started_at ended_at end_seen last_event`,
  ),
  event: rowsOf('queue_event', 'site_id seq at kind ticket_id desk account_id detail'),
  ticketDay: rowsOf('ticket_day', 'site_id day last'),
  accessionDay: rowsOf('accession_day', 'site_id day last'),
  audit: rowsOf('audit', 'id at account_id role network action subject_kind subject_id after reason'),
})
export type Tables = ReturnType<typeof tables>

export function writeDay(
  into: Tables,
  facts: Facts,
  day: { index: number; date: string },
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
    const sequences = here.flatMap(({ samples }) =>
      samples.flatMap(({ sequence, nextSequence }) => [sequence, nextSequence ?? 0]),
    )
    if (sequences.length > 0) addRow(into.accessionDay, [site.id, day.date, highest(sequences)])
  }
}

const highest = (numbers: readonly number[]) => numbers.reduce((most, one) => Math.max(most, one), 0)

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
    person.name,
    person.age,
    person.gender,
    person.phone,
    person.email,
    priorityOf(visit),
    iso(visit.createdAt),
    visit.kind === 'walk-in',
  ])
  for (const test of visit.tests) addRow(into.visitTest, [site.id, visit.id, test])
}

function writeAudit(into: Tables, facts: Facts, visit: StoryVisit, random: Random): void {
  const { person, kind } = visit
  const by = visit.tickets[0]?.by?.id ?? null
  const note = (
    at: number,
    action: string,
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
  for (const result of interpretValues(panel, given, person, [], facts.deltaPercent)) {
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

type Event = {
  at: number
  kind: string
  ticket: StoryTicket | null
  desk: number | null
  by: string | null
  detail: object
}

function writeQueue(into: Tables, site: SiteFacts, date: string, visits: readonly StoryVisit[]): void {
  const last = new Map<StoryTicket, number>()
  for (const event of eventsOf(date, visits)) {
    const seq = ++site.lastEvent
    if (event.ticket) last.set(event.ticket, seq)
    addRow(into.event, [
      site.id,
      seq,
      iso(event.at),
      event.kind,
      event.ticket?.id ?? null,
      event.desk,
      event.by,
      JSON.stringify(event.detail),
    ])
  }
  const tickets = visits.flatMap((visit) => visit.tickets.map((ticket) => ({ visit, ticket })))
  for (const { visit, ticket } of tickets) writeTicket(into, site, date, visit, ticket, last.get(ticket) ?? 0)
  if (tickets.length > 0)
    addRow(into.ticketDay, [site.id, date, highest(tickets.map(({ ticket }) => ticket.number))])
}

/** From the call to the chair: short, and never longer than the half of what is done there. */
const startOf = ({ calledAt, endedAt }: StoryTicket) =>
  calledAt === null ? null : Math.round(Math.min(calledAt + minute / 3, (calledAt + endedAt) / 2))

function eventsOf(date: string, visits: readonly StoryVisit[]): Event[] {
  const events: Event[] = []
  const desks = new Map<number, { from: number; until: number; by: string | null }>()
  for (const visit of visits) {
    for (const ticket of visit.tickets) {
      const by = ticket.by?.id ?? null
      const add = (at: number, kind: string, detail: object, of: Partial<Event> = {}) =>
        events.push({ at, kind, ticket, desk: null, by: null, detail, ...of })
      add(ticket.arrivedAt, 'arrived', {
        visitId: visit.id,
        way: visit.kind === 'walk-in' ? 'walk-in' : 'kiosk',
      })
      add(ticket.arrivedAt, 'issued', issued(date, visit, ticket))
      const started = startOf(ticket)
      if (ticket.calledAt === null || started === null || ticket.desk === null) {
        add(ticket.endedAt, 'left', { cause: 'day ended' })
        continue
      }
      const at = { desk: ticket.desk, by }
      add(ticket.calledAt, 'called', {}, at)
      add(started, 'started', {}, at)
      add(ticket.endedAt, 'finished', {}, at)
      const desk = desks.get(ticket.desk)
      desks.set(ticket.desk, {
        from: Math.min(desk?.from ?? ticket.calledAt, ticket.calledAt),
        until: Math.max(desk?.until ?? 0, ticket.endedAt),
        by: desk?.by ?? by,
      })
    }
  }
  for (const [desk, { from, until, by }] of desks) {
    events.push({ at: from - 1, kind: 'opened', ticket: null, desk, by, detail: {} })
    events.push({ at: until + 1, kind: 'closed', ticket: null, desk, by, detail: {} })
  }
  return events.sort((a, b) => a.at - b.at)
}

const codeOf = ({ urgent, kind }: StoryVisit, { number }: StoryTicket) =>
  ticketCode(urgent ? 'stat' : kind, number)
const appointmentOf = ({ kind, startsAt }: StoryVisit) => (kind === 'appointment' ? iso(startsAt) : null)

const issued = (day: string, visit: StoryVisit, ticket: StoryTicket) => ({
  visitId: visit.id,
  day,
  number: ticket.number,
  code: codeOf(visit, ticket),
  class: visit.kind,
  urgent: visit.urgent,
  appointmentAt: appointmentOf(visit),
  tests: [...visit.tests].sort(),
  room: 'collection',
})

function writeTicket(
  into: Tables,
  site: SiteFacts,
  date: string,
  visit: StoryVisit,
  ticket: StoryTicket,
  lastEvent: number,
): void {
  const served = ticket.calledAt !== null
  addRow(into.ticket, [
    site.id,
    ticket.id,
    visit.id,
    date,
    ticket.number,
    codeOf(visit, ticket),
    visit.kind,
    visit.urgent,
    appointmentOf(visit),
    [...visit.tests].sort(),
    'collection',
    served ? 'finished' : 'left',
    iso(ticket.arrivedAt),
    iso(ticket.arrivedAt),
    0,
    ticket.desk,
    ticket.by?.id ?? null,
    isoOr(ticket.calledAt),
    0,
    isoOr(startOf(ticket)),
    iso(ticket.endedAt),
    true,
    lastEvent,
  ])
}
