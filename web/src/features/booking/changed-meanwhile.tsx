import { useEffect, useRef } from 'react'
import type { Appointment } from '#contract/booking.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './slot-taken.module.css'

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
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  const then = said(before)
  const differences = said(after).filter(([, value], index) => value !== then[index]?.[1])
  return (
    <Notice kind="warning" role="alert" tabIndex={-1} ref={notice} className={css.taken}>
      <h2>This appointment was changed in the meantime</h2>
      <p>What you typed is kept below. This is new:</p>
      <ul>
        {differences.map(([name, value]) => (
          <li key={name}>
            {name}: {value}
          </li>
        ))}
      </ul>
      <div className={css.choices}>
        <Button className={css.choice} onClick={onKeepMine}>
          Go on with what I typed
        </Button>
        <Button className={css.choice} onClick={onTakeOver}>
          Show it as it is now
        </Button>
      </div>
    </Notice>
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
