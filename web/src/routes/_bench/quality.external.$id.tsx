import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readEqaRound } from '#contract/eqa.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { RoundScreen } from '../../features/quality/external/round-screen.tsx'

export const Route = createFileRoute('/_bench/quality/external/$id')({
  staticData: { title: t`Round`, back: '/quality/external' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readEqaRound, { params })),
  component: () => <RoundScreen {...Route.useParams()} mayKeep={useMay('quality')} />,
})
