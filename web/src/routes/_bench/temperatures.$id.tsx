import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readPlace } from '#contract/temperatures.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { PlaceScreen } from '../../features/temperatures/place-screen.tsx'

export const Route = createFileRoute('/_bench/temperatures/$id')({
  staticData: { title: t`Place`, back: '/temperatures' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readPlace, { params })),
  component: () => <PlaceScreen {...Route.useParams()} maySetUp={useMay('quality')} />,
})
