import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listPlaces } from '#contract/temperatures.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { PlacesScreen } from '../../features/temperatures/places-screen.tsx'

export const Route = createFileRoute('/_bench/temperatures/')({
  staticData: { title: t`Temperatures` },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listPlaces)),
  errorComponent: ScreenFailure,
  component: Places,
})

function Places() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return <PlacesScreen maySetUp={me.permissions.includes('quality')} />
}
