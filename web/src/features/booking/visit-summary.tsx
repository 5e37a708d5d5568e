import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ArrowRightIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { LeaveHome } from './leave-home.tsx'
import { Preparation } from './visit-outline.tsx'
import { AddToCalendar, VisitPass } from './visit-pass.tsx'
import { VisitStateBadge } from './visit-state.tsx'
import css from './visit-summary.module.css'

/** A visit as its owner needs it before going: when, for whom, how to prepare, and the code for the desk. */
export function VisitSummary({ visit }: { visit: Appointment }) {
  return (
    <div className={css.summary}>
      <div className={css.words}>
        <p className={css.when}>
          <When at={visit.scheduledDate} zone={visit.site.timeZone} />
        </p>
        <p className={css.what}>
          <Trans>
            {visit.testType.join(', ')} for <bdi>{visit.patientDetails.fullName}</bdi>, about{' '}
            {visit.durationMinutes} minutes.
          </Trans>
        </p>
        {visit.status !== 'booked' && (
          <p>
            <VisitStateBadge state={visit.status} />
          </p>
        )}
        {visit.preparation.length > 0 && (
          <Notice kind="warning">
            <Preparation lines={visit.preparation} />
          </Notice>
        )}
        {visit.status === 'booked' && <LeaveHome visit={visit} />}
        <div className={css.actions}>
          <AddToCalendar visit={visit} />
          <Link
            to="/patient-dashboard/view-appointment"
            search={{ id: visit.id }}
            className={buttonClass({ variant: 'plain' })}
          >
            <Trans>See or change it</Trans>
          </Link>
        </div>
      </div>
      <VisitPass visit={visit} />
    </div>
  )
}

/** A further visit in one line. */
export function VisitRow({ visit }: { visit: Appointment }) {
  return (
    <li>
      <Link to="/patient-dashboard/view-appointment" search={{ id: visit.id }} className={css.row}>
        <span className={css.rowWords}>
          <span className={css.rowWhen}>
            <When at={visit.scheduledDate} zone={visit.site.timeZone} />
          </span>
          <span className={css.what}>
            <Trans>
              {visit.testType.join(', ')} for <bdi>{visit.patientDetails.fullName}</bdi>
            </Trans>
          </span>
        </span>
        {visit.status !== 'booked' && <VisitStateBadge state={visit.status} />}
        <span className={css.reference}>{visit.reference}</span>
        <ArrowRightIcon />
      </Link>
    </li>
  )
}
