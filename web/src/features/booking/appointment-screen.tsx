import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { readAppointment } from '#contract/booking.ts'
import { queryFor } from '../../api/queries.ts'
import { dayOf, longDay, timeOf } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { Preparation } from './visit-outline.tsx'
import { AddToCalendar, VisitPass } from './visit-pass.tsx'
import { VisitStateBadge } from './visit-state.tsx'
import { ZoneNote } from './zone-note.tsx'

/** One appointment, to read. `results` stands above its facts. */
export function AppointmentScreen({ id, results }: { id: string; results?: ReactNode }) {
  const { data: visit } = useSuspenseQuery(queryFor(readAppointment, { params: { id } }))
  const { fullName, email, gender, contact, age } = visit.patientDetails
  const zone = visit.site.timeZone
  const isToCome = visit.status === 'booked'
  const hasPass = isToCome || visit.status === 'arrived'
  return (
    <Screen
      rhythm="cards"
      title={t`Appointment`}
      state={<VisitStateBadge state={visit.status} />}
      about={
        <span className="[&_time::first-letter]:uppercase [&_time]:inline-block">
          <When at={visit.scheduledDate} zone={zone} />
        </span>
      }
      action={
        visit.whyNotChangeable === null && (
          <Link
            to="/patient-dashboard/edit-appointment"
            search={{ id }}
            className={buttonClass({ variant: 'primary' })}
          >
            <EditIcon />
            <Trans>Edit Appointment</Trans>
          </Link>
        )
      }
    >
      <div className="flex flex-wrap items-start gap-6">
        <div className="stack min-w-0 flex-[3_1_440px] gap-6 max-sm:basis-full">
          {results}
          {visit.whyNotChangeable !== null && (
            <Notice>
              <p>{visit.whyNotChangeable}</p>
            </Notice>
          )}
          {visit.recollects !== null && (
            <Notice>
              <p>
                <Trans>
                  Another sample is needed for{' '}
                  <Link to="/patient-dashboard/view-appointment" search={{ id: visit.recollects }}>
                    an earlier visit
                  </Link>
                  : one could not be used, or a test was added. This does not mean that something is wrong
                  with your health. If you need another time, edit the appointment.
                </Trans>
              </p>
            </Notice>
          )}
          <Card>
            <Facts
              facts={[
                { name: t`Date`, value: longDay(dayOf(visit.scheduledDate, zone)) },
                { name: t`Time`, value: timeOf(visit.scheduledDate, zone) },
                { name: t`Duration`, value: `about ${visit.durationMinutes} minutes` },
                { name: t`Test Type`, value: visit.testType.join(', ') },
                ...(visit.packages.length > 0
                  ? [{ name: t`Package`, value: visit.packages.join(', ') }]
                  : []),
                { name: t`Full Name`, value: fullName },
                { name: t`Email`, value: email },
                { name: t`Phone Number`, value: contact },
                {
                  name: t`Gender`,
                  value: <span className="inline-block first-letter:uppercase">{gender}</span>,
                },
                { name: t`Age`, value: String(age) },
                ...(hasPass ? [] : [{ name: t`Reference`, value: visit.reference }]),
              ]}
            />
            <ZoneNote zone={zone} />
          </Card>
          {isToCome && (
            <Notice kind={visit.preparation.length > 0 ? 'warning' : 'info'}>
              <Preparation lines={visit.preparation} none={t`You do not need to prepare for this visit.`} />
            </Notice>
          )}
        </div>
        {hasPass && (
          <Card className="stack flex-[1_1_232px] items-center gap-4" aria-label={t`For the desk`}>
            <VisitPass visit={visit} />
            {isToCome && <AddToCalendar visit={visit} />}
          </Card>
        )}
      </div>
    </Screen>
  )
}
