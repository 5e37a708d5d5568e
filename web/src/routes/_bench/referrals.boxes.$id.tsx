import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readSentBox } from '#contract/referrals.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { SentBoxScreen } from '../../features/laboratory/referrals/sent-box-screen.tsx'

export const Route = createFileRoute('/_bench/referrals/boxes/$id')({
  staticData: { title: t`Box for another laboratory`, back: '/referrals' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readSentBox, { params })),
  component: () => <SentBoxScreen {...Route.useParams()} />,
})
