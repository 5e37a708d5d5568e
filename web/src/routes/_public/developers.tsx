import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { startLoading } from '../../api/queries.ts'
import { developersQuery } from '../../features/developers/developers-query.ts'
import { DevelopersScreen } from '../../features/developers/developers-screen.tsx'

export const Route = createFileRoute('/_public/developers')({
  staticData: { title: t`For developers` },
  loader: ({ context }) => startLoading(context.queryClient, developersQuery),
  component: DevelopersScreen,
})
