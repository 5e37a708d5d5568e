import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listAppAccess } from '#contract/apps.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { OwnAppsScreen } from '../../features/apps/own-apps-screen.tsx'

export const Route = createFileRoute('/_own/apps')({
  staticData: { title: t`Apps that read my results`, back: '/profile' },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listAppAccess)),
  component: OwnAppsScreen,
})
