import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { appointmentTasks } from '#contract/booking.ts'
import type { Total } from '#contract/fields.ts'
import { messages } from '#contract/messages.ts'
import { searchPatients } from '#contract/patients.ts'
import { listTechnicians, type Technician } from '#contract/technicians.ts'
import type { VisitState } from '#contract/visit-states.ts'
import { queryFor } from '../../../api/queries.ts'
import { sayNumber } from '../../../lib/locale.ts'
import { sayTotal } from '../../../lib/say-total.ts'
import { translated } from '../../../lib/translated.ts'
import { Loaded } from '../../../screen/rows.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { InTurns } from '../../../ui/in-turns.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PeopleLists } from './people-lists.tsx'
import { TodaysTable } from './todays-table.tsx'
import { useCountOfToday, useOpenVisits } from './todays-visits.ts'

/** Their total, as on the list that it leads to, and the newest of them. */
export const newestPatients = queryFor(searchPatients, { query: { limit: 5 } })
/** Only the total is looked at. */
export const bookedTotal = queryFor(appointmentTasks, { query: { status: 'booked', limit: 1 } })

/** The laboratory at a glance: its totals, today, how it has been of late, and its people. */
export function ManagerDashboard({
  today: now,
  lately,
  backups,
}: {
  today: ReactNode
  lately: ReactNode
  backups: ReactNode
}) {
  const patients = useQuery(newestPatients)
  const technicians = useQuery(queryFor(listTechnicians))
  const booked = useQuery(bookedTotal)
  const { lab, day, open } = useOpenVisits()
  const count = useCountOfToday()
  const failed = [patients, technicians, booked].find(({ error }) => error !== null)
  return (
    <Screen title={t`Dashboard`} about={t`The laboratory at a glance.`}>
      {failed?.error ? (
        <div className="mb-10">
          <Failed
            error={failed.error}
            failure={translated(messages.lists.dashboardFailure)}
            onRetry={() => void Promise.all([patients, technicians, booked].map((one) => one.refetch()))}
          />
        </div>
      ) : (
        <dl className="mb-8 grid grid-cols-3 gap-4 max-sm:grid-cols-2 max-sm:gap-3">
          <Figure label={t`Total Patients`} total={patients.data?.total} to="/manager-dashboard/patients" />
          <Figure
            label={t`Total Technicians`}
            total={technicians.data && staffOf(technicians.data)}
            to="/manager-dashboard/technicians"
          />
          <Figure
            label={t`Booked Appointments`}
            total={booked.data?.total}
            to="/manager-dashboard/appointments"
            search={{ status: 'booked' }}
          />
        </dl>
      )}
      <div className="mb-8 empty:hidden">{backups}</div>
      <section className="flow-6 border-t py-8" aria-labelledby="today-title">
        <h2 id="today-title" className="flex items-baseline gap-3 text-xl">
          <Trans>Today</Trans>{' '}
          {count !== undefined && (
            <span className="font-400 text-ink-soft text-m tracking-normal">{sayVisits(count)}</span>
          )}
        </h2>
        {now}
        {lab.error && !lab.data ? (
          <Failed
            error={lab.error}
            failure={translated(messages.lists.appointmentsFailure)}
            onRetry={() => void lab.refetch()}
          />
        ) : (
          <Loaded query={open} failure={translated(messages.lists.appointmentsFailure)}>
            {({ appointments }) => <TodaysTable visits={appointments} day={day} count={count} />}
          </Loaded>
        )}
      </section>
      <InTurns waiting={<Skeleton width="100%" height="320px" />}>
        {lately}
        <PeopleLists technicians={technicians} patients={patients} />
      </InTurns>
    </Screen>
  )
}

/** A figure, and the way to the list behind it. */
function Figure({
  label,
  total,
  ...link
}: {
  label: string
  total: Total | undefined
} & (
  | { to: '/manager-dashboard/patients' | '/manager-dashboard/technicians' }
  | { to: '/manager-dashboard/appointments'; search: { status: VisitState } }
)) {
  return (
    <div className="stack relative gap-2 rounded border bg-card px-6 py-5 hover:border-vial max-sm:justify-between max-sm:p-4 max-sm:last:col-span-full">
      <dt>
        <Link {...link} className="whole font-600 text-ink-soft no-underline">
          {label}
        </Link>
      </dt>
      <dd className="font-650 text-4xl tabular-nums leading-[1.2]">
        {total ? (
          sayTotal(total)
        ) : (
          <>
            <Skeleton width="3ch" />
            <span className="visually-hidden">{translated(messages.loading.any)}</span>
          </>
        )}
      </dd>
    </div>
  )
}

/** Those who can log in: neither the invited, nor those who left. */
function staffOf(technicians: readonly Technician[]): Total {
  return { count: technicians.filter(({ status }) => status === 'Active').length, exact: true }
}

function sayVisits(count: number): string {
  return count === 1 ? t`1 visit` : t`${sayNumber(count)} visits`
}
