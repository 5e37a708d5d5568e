import { t } from '@lingui/core/macro'
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

/** A visit as its owner needs it before going: when, for whom, how to prepare, and the code for the desk. */
export function VisitSummary({ visit }: { visit: Appointment }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-6 max-sm:flex-col max-sm:items-stretch">
      <div className="stack min-w-0 flex-[1_1_320px] gap-4 max-sm:basis-auto">
        <p className="font-650 text-xl leading-tight [&_time::first-letter]:uppercase [&_time]:inline-block">
          <When at={visit.scheduledDate} zone={visit.site.timeZone} />
        </p>
        <p className="wrap-anywhere line-clamp-3 overflow-hidden text-ink-soft">
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
        <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
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
  const tests = visit.testType.join(', ')
  const { fullName } = visit.patientDetails
  return (
    <li>
      <Link
        to="/patient-dashboard/view-appointment"
        search={{ id: visit.id }}
        className="group flex min-h-16 items-center gap-4 border-b py-3 text-ink no-underline [&_svg]:text-ink-soft [li:last-child>&]:border-b-0"
      >
        <span className="stack min-w-0 flex-1">
          <span className="font-600 group-hover:underline [&_time::first-letter]:uppercase [&_time]:inline-block">
            <When at={visit.scheduledDate} zone={visit.site.timeZone} />
          </span>
          <span
            className="wrap-anywhere line-clamp-3 overflow-hidden text-ink-soft"
            title={t`${tests} for ${fullName}`}
          >
            <Trans>
              {tests} for <bdi>{fullName}</bdi>
            </Trans>
          </span>
        </span>
        {visit.status !== 'booked' && <VisitStateBadge state={visit.status} />}
        <span className="text-ink-soft tabular-nums tracking-[0.06em] max-sm:in-[a]:hidden">
          {visit.reference}
        </span>
        <ArrowRightIcon />
      </Link>
    </li>
  )
}
