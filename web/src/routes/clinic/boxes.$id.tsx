import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readClinicManifest } from '#contract/manifests.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { BoxScreen } from '../../features/clinics/box-screen.tsx'

export const Route = createFileRoute('/clinic/boxes/$id')({
  staticData: { title: t`Box of samples`, back: '/clinic/boxes' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readClinicManifest, { params })),
  component: () => <BoxScreen {...Route.useParams()} />,
})
