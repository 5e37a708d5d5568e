import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { classNames } from '../../../lib/class-names.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { exactly } from '../../../lib/times.ts'
import { visitTones } from '../../../lib/visit-tones.ts'
import { Badge } from '../../../ui/badge.tsx'
import css from './visit-entry.module.css'

/** One of today's visits; all of it leads to its collection. */
export function VisitEntry({ visit, brief = false }: { visit: Appointment; brief?: boolean }) {
  const { patientDetails, scheduledDate, scheduleTime, site, status, testType, priority, reference } = visit
  return (
    <li className={classNames(css.entry, brief && css.narrow)}>
      <time className={css.time} dateTime={scheduledDate} title={exactly(scheduledDate, site.timeZone)}>
        {scheduleTime}
      </time>
      <div className={css.who}>
        <Link to="/collect/$visitId" params={{ visitId: visit.id }} className={css.name}>
          {patientDetails.fullName}
        </Link>
        {!brief && (
          <p className={css.soft}>
            {patientDetails.gender}, {patientDetails.age}, {reference}
          </p>
        )}
        <p className={css.soft}>{testType.join(', ')}</p>
      </div>
      <p className={css.badges}>
        {(!brief || priority === 'high') && (
          <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
        )}
        <Badge tone={visitTones[status]}>{visitStateLabels[status]}</Badge>
      </p>
    </li>
  )
}
