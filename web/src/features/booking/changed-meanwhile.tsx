import type { Appointment } from '#contract/booking.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { ChangedNotice } from '../../ui/changed-notice.tsx'

/** Somebody, perhaps the same person in another window, has changed the visit: what is different, and what now. */
export function ChangedMeanwhile({
  before,
  after,
  onKeepMine,
  onTakeOver,
}: {
  before: Appointment
  after: Appointment
  onKeepMine: () => void
  onTakeOver: () => void
}) {
  const then = said(before)
  return (
    <ChangedNotice
      title="This appointment was changed in the meantime"
      news={said(after).filter(([, value], index) => value !== then[index]?.[1])}
      onKeepMine={onKeepMine}
      onTakeOver={onTakeOver}
    />
  )
}

function said(visit: Appointment): [name: string, value: string][] {
  const { fullName, gender, age, email, contact } = visit.patientDetails
  return [
    ['Time', sayWhen(visit.scheduledDate, visit.site.timeZone, now())],
    ['State', visitStateLabels[visit.status]],
    ['Test Type', visit.testType.join(', ')],
    ['Full Name', fullName],
    ['Gender', gender],
    ['Age', String(age)],
    ['Email', email || 'none'],
    ['Phone Number', contact || 'none'],
    ['Priority', visit.priority],
  ]
}
