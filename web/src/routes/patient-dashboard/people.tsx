import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listCare } from '#contract/care.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { PeopleScreen } from '../../features/care/people-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/people')({
  staticData: { title: t`People I look after`, back: '/profile' },
  loader: ({ context: { queryClient } }) => loadFresh(queryClient, queryFor(listCare)),
  component: PeopleScreen,
})
