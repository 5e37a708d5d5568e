import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listPlaces } from '#contract/temperatures.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { PlacesScreen } from '../../features/temperatures/places-screen.tsx'

export const Route = createFileRoute('/_bench/temperatures/')({
  staticData: { title: t`Temperatures` },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listPlaces)),
  component: () => <PlacesScreen maySetUp={useMay('quality')} />,
})
