import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listComments } from '#contract/comments.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { CommentsScreen } from '../../features/catalogue/comments-screen.tsx'
import { useZone } from '../../features/catalogue/use-zone.ts'

export const Route = createFileRoute('/manager-dashboard/catalogue/comments')({
  staticData: { title: t`Comments on reports`, back: '/manager-dashboard/catalogue' },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listComments)),
  component: () => <CommentsScreen zone={useZone()} />,
})
