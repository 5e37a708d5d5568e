import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../api/queries.ts'
import { BoardScreen } from '../features/queue/board-screen.tsx'

export const Route = createFileRoute('/board/$site')({
  staticData: { title: t`Board` },
  loader: ({ context }) => context.queryClient.ensureQueryData(queryFor(laboratory)).then(() => {}),
  component: () => <BoardScreen siteId={Route.useParams().site} />,
})
