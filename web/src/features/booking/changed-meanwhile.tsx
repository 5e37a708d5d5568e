import { t } from '@lingui/core/macro'
import type { Appointment } from '#contract/booking.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { ChangedNotice } from '../../ui/changed-notice.tsx'

/** Somebody, perhaps the same person in another window, has changed the visit: what is different, and what now. */
export function ChangedMeanwhile({
  before,
  after,
  onTakeOver,
  onSeen,
}: {
  before: Appointment
  after: Appointment
  onTakeOver: () => void
  /** After either choice. */
  onSeen: () => void
}) {
  const then = said(before)
  return (
    <ChangedNotice
      title={t`This appointment was changed in the meantime`}
      news={said(after).filter(([, value], index) => value !== then[index]?.[1])}
      onKeepMine={onSeen}
      onTakeOver={() => {
        onTakeOver()
        onSeen()
      }}
    />
  )
}

function said(visit: Appointment): [name: string, value: string][] {
  const { fullName, gender, age, email, contact } = visit.patientDetails
  return [
    [t`Time`, sayWhen(visit.scheduledDate, visit.site.timeZone, now())],
    [t`Status`, translated(visitStateLabels[visit.status])],
    [t`Test Type`, visit.testType.join(', ')],
    [t`Full Name`, fullName],
    [t`Gender`, gender],
    [t`Age`, String(age)],
    [t`Email`, email || t`none`],
    [t`Phone Number`, contact || t`none`],
    [t`Priority`, visit.priority],
  ]
}
