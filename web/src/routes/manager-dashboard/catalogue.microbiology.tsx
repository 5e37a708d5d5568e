import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readMicrobiology } from '#contract/microbiology.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { SetupScreen } from '../../features/microbiology/setup-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/catalogue/microbiology')({
  staticData: { title: t`Microbiology`, back: '/manager-dashboard/catalogue' },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(readMicrobiology)),
  component: SetupScreen,
})
