import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readRetentionPeriods } from '#contract/retention.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { RetentionScreen } from '../../features/retention/retention-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/retention')({
  staticData: { title: t`Retention` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(readRetentionPeriods)),
  component: RetentionScreen,
})
