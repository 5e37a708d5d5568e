import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readSentBox } from '#contract/referrals.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { SentBoxScreen } from '../../features/laboratory/referrals/sent-box-screen.tsx'

export const Route = createFileRoute('/_bench/referrals/boxes/$id')({
  staticData: { title: t`Box for another laboratory` },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readSentBox, { params })),
  errorComponent: ScreenFailure,
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  return <SentBoxScreen key={id} id={id} />
}
