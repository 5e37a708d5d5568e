import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readErasureWish } from '#contract/erasures.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { WishScreen } from '../../features/erasures/staff/wish-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/erasures_/$id')({
  staticData: { title: t`Erasure request`, back: '/manager-dashboard/erasures' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readErasureWish, { params })),
  component: () => <WishScreen {...Route.useParams()} />,
})
