import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { OverTimeScreen } from '../../features/results/report/over-time-screen.tsx'

/** All released values of a person over time; without a person those of the account's holder. */
export const Route = createFileRoute('/patient-dashboard/over-time')({
  staticData: { title: t`Results over time`, back: '/patient-dashboard/results' },
  validateSearch: ({ person }: Record<string, unknown>): { person?: string | undefined } => ({
    person: person === undefined ? undefined : String(person),
  }),
  component: () => <OverTimeScreen person={Route.useSearch().person} />,
})
