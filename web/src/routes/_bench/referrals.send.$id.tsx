import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listReferralLaboratories, listReferredTubes } from '#contract/referrals.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { SendScreen } from '../../features/laboratory/referrals/send-screen.tsx'

export const Route = createFileRoute('/_bench/referrals/send/$id')({
  staticData: { title: t`Box for another laboratory`, back: '/referrals' },
  loader: ({ context: { queryClient }, params: { id } }) =>
    Promise.all([
      loadFresh(queryClient, queryFor(listReferralLaboratories)),
      loadFresh(queryClient, queryFor(listReferredTubes, { query: { laboratoryId: id } })),
    ]),
  component: () => <SendScreen {...Route.useParams()} />,
})
