import type { AuditAction } from '#contract/audit-actions.ts'
import type { Role } from '#contract/options.ts'
import type { Random } from '#simulation/random.ts'
import type { StorySample, StoryTask, StoryTicket, StoryVisit } from './day-story.ts'
import { idAt } from './draws.ts'
import { addRow } from './rows.ts'
import type { Colleague } from './staff.ts'
import { type Facts, minute, type Tables } from './story-tables.ts'
import { absentAfter } from './tell-morning.ts'

/** The audit trail of simulated visits. */

type Note = {
  kind: 'visit' | 'sample' | 'task'
  id: string
  by: { id: string | null; role: Role | null }
  after?: object
  reason?: string
}

export function writeAudit(
  into: Tables,
  facts: Facts,
  day: { index: number },
  visit: StoryVisit,
  random: Random,
): void {
  const note = (at: number, action: AuditAction, { kind, id, by, after, reason }: Note) =>
    addRow(into.audit, {
      id: idAt(at, random),
      at: new Date(at),
      accountId: by.id,
      role: by.role,
      network: 'demo',
      action,
      subjectKind: kind,
      subjectId: id,
      after: after === undefined ? null : JSON.stringify(after),
      reason: reason ?? null,
    })
  const { person, kind, tests, createdAt, id, status } = visit
  const about = { kind: 'visit', id } as const
  const ticket = visit.tickets.at(-1)
  if (kind === 'appointment') {
    const booker = person.account === null ? null : facts.accountId(person.account)
    note(createdAt, 'visit.booked', { ...about, by: { id: booker, role: 'user' }, after: { tests } })
  } else {
    note(createdAt, 'visit.walked_in', { ...about, by: staff(visit.tickets[0]?.by), after: { tests } })
  }
  writeStates(visit, note)
  const isWhole = day.index >= facts.wholeFrom || (person.account !== null && person.account < 0)
  if (isWhole) writeWork(visit, note)
  if (status === 'no_show') {
    note(visit.startsAt + absentAfter, 'visit.no_show', { ...about, by: staff(null), after: { status } })
  }
  if (status !== 'cancelled') return
  const at = ticket?.endedAt ?? visit.startsAt - Math.round((3 + 20 * random()) * 60) * minute
  const reason = whyCancelled(ticket)
  note(Math.max(at, createdAt + minute), 'visit.cancelled', { ...about, by: staff(ticket?.by), reason })
}

const staff = (by: Colleague | null | undefined): Note['by'] => ({
  id: by?.id ?? null,
  role: by ? 'technician' : null,
})

type Write = (at: number, action: AuditAction, note: Note) => void

/** The states of a visit from the arrival to the release. */
function writeStates(visit: StoryVisit, note: Write): void {
  const about = { kind: 'visit', id: visit.id } as const
  const moved = (at: number, status: 'arrived' | 'collected' | 'in_progress' | 'completed', by: Note['by']) =>
    note(at, `visit.${status}`, { ...about, by, after: { status } })
  const [ticket] = visit.tickets
  if (ticket && visit.kind === 'appointment') moved(ticket.arrivedAt, 'arrived', staff(null))
  const [first] = visit.samples
  if (!first) return
  moved(first.collectedAt + 1, 'collected', staff(first.collectedBy))
  const begun = tasksOf(visit)
    .filter((task) => task.startedAt !== null)
    .sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))[0]
  if (begun?.startedAt != null) moved(begun.startedAt + 1, 'in_progress', staff(begun.by))
  if (visit.releasedAt !== null) moved(visit.releasedAt + 1, 'completed', staff(visit.releasedBy))
}

const tasksOf = ({ samples }: StoryVisit) => samples.flatMap(({ tasks }) => tasks)

/** What was done with the samples and tests of a visit. */
function writeWork(visit: StoryVisit, note: Write): void {
  for (const sample of visit.samples) writeSample(sample, note)
  if (visit.releasedAt === null) return
  for (const { id, completedAt } of tasksOf(visit)) {
    if (completedAt === null) continue
    note(visit.releasedAt, 'result.released', { kind: 'task', id, by: staff(visit.releasedBy) })
  }
}

function writeSample(sample: StorySample, note: Write): void {
  const about = { kind: 'sample', id: sample.id } as const
  note(sample.collectedAt, 'sample.collected', { ...about, by: staff(sample.collectedBy) })
  if (sample.receivedAt !== null) {
    note(sample.receivedAt, 'sample.received', { ...about, by: staff(sample.receivedBy) })
  }
  if (sample.rejectedAt !== null) {
    const { rejectedAt, reason } = sample
    note(rejectedAt, 'sample.rejected', { ...about, by: staff(sample.receivedBy), reason })
  }
  for (const task of sample.tasks) writeTask(task, note)
}

function writeTask({ id, by, startedAt, completedAt }: StoryTask, note: Write): void {
  const about = { kind: 'task', id, by: staff(by) } as const
  if (startedAt !== null) note(startedAt, 'task.started', about)
  if (completedAt === null) return
  note(completedAt, 'result.entered', about)
  note(completedAt + 1, 'task.completed', about)
}

function whyCancelled(ticket: StoryTicket | undefined): string {
  if (!ticket) return 'Cannot come'
  return ticket.calledAt === null ? 'Left before the call' : 'Was not fasting'
}
