import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readManifest } from '#contract/manifests.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { CheckBoxScreen } from '../../features/clinics/check-box-screen.tsx'

export const Route = createFileRoute('/_bench/boxes/$id')({
  staticData: { title: t`Box of samples`, back: '/boxes' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readManifest, { params })),
  component: () => <CheckBoxScreen {...Route.useParams()} />,
})
