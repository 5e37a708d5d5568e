import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { useNamesSite } from '../../../api/use-names-site.ts'
import { classNames } from '../../../lib/class-names.ts'
import { priorityLabels, priorityTones } from '../../../lib/priority-labels.ts'
import { exactly } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { visitTones } from '../../../lib/visit-tones.ts'
import { Badge } from '../../../ui/badge.tsx'

/** One of today's visits; all of it leads to its collection. */
export function VisitEntry({ visit, brief = false }: { visit: Appointment; brief?: boolean }) {
  const namesSite = useNamesSite()
  const { patientDetails, scheduledDate, scheduleTime, site, status, testType, priority, reference } = visit
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[44px_minmax(0,1fr)] gap-x-3 gap-y-1 border-b px-1 py-2 hover:bg-vial-soft',
        !brief && 'sm:grid-cols-[44px_minmax(0,1fr)_auto]',
      )}
    >
      <time className="font-600" dateTime={scheduledDate} title={exactly(scheduledDate, site.timeZone)}>
        {scheduleTime}
      </time>
      <div className="wrap-anywhere min-w-0">
        <Link
          to="/collect/$visitId"
          params={{ visitId: visit.id }}
          className="whole font-600 text-ink no-underline"
        >
          {patientDetails.fullName}
        </Link>
        {!brief && (
          <p className="hint">
            {patientDetails.gender}, {patientDetails.age}, {reference}
          </p>
        )}
        <p className="hint">{testType.join(', ')}</p>
        {namesSite(site.id) && <p className="hint">{site.name}</p>}
      </div>
      <p
        className={classNames(
          'col-2 flex flex-wrap content-start gap-1',
          !brief && 'sm:col-auto sm:justify-end',
        )}
      >
        {(!brief || priority === 'high') && (
          <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
        )}
        <Badge tone={visitTones[status]}>{translated(visitStateLabels[status])}</Badge>
      </p>
    </li>
  )
}
