import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { readPlace } from '#contract/temperatures.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { PlaceScreen } from '../../features/temperatures/place-screen.tsx'

export const Route = createFileRoute('/_bench/temperatures/$id')({
  staticData: { title: t`Place` },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readPlace, { params })),
  errorComponent: ScreenFailure,
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return <PlaceScreen key={id} id={id} maySetUp={me.permissions.includes('quality')} />
}
