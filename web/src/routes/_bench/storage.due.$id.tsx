import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readDisposal } from '#contract/storage.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { DisposalScreen } from '../../features/laboratory/storage/disposal-screen.tsx'

export const Route = createFileRoute('/_bench/storage/due/$id')({
  staticData: { title: t`Disposal list`, back: '/storage/due' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readDisposal, { params })),
  component: () => <DisposalScreen {...Route.useParams()} />,
})
