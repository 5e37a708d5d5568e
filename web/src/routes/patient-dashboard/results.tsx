import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readAppointment } from '#contract/booking.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { AppointmentLoading, AppointmentProblem } from '../../features/booking/appointment-states.tsx'
import { ResultsScreen } from '../../features/results/report/results-screen.tsx'

/** Loaded later, since the list of results does not need the report screen. */
const loadReport = () => import('../../features/results/report/report-screen.tsx')
const ReportScreen = lazy(async () => ({ default: (await loadReport()).ReportScreen }))

const OpenInApp = lazy(async () => ({
  default: (await import('../../features/apps/open-in-app.tsx')).OpenInApp,
}))

/**
 * All results, or with an id those of one visit. The visit is loaded first, to tell a visit of somebody else apart from one
 * whose results are not ready.
 */
export const Route = createFileRoute('/patient-dashboard/results')({
  staticData: { title: t`Results` },
  validateSearch: ({ id }: Record<string, unknown>): { id?: string | undefined } => ({
    id: id === undefined ? undefined : String(id),
  }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { queryClient }, deps: { id } }) => {
    if (id === undefined) return undefined
    void loadReport().catch(() => {})
    return startLoading(queryClient, queryFor(readAppointment, { params: { id } }))
  },
  pendingComponent: () => <AppointmentLoading title={t`Results`} />,
  errorComponent: AppointmentProblem,
  component: Results,
})

function Results() {
  const { id } = Route.useSearch()
  if (id === undefined) return <ResultsScreen />
  return (
    <>
      <ReportScreen key={id} id={id} />
      <Suspense fallback={null}>
        <OpenInApp about={id} />
      </Suspense>
    </>
  )
}
