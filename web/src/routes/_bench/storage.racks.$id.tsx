import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { readStorageRack } from '#contract/storage.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { RackScreen } from '../../features/laboratory/storage/rack-screen.tsx'
import { addressOf, upTo } from '../../screen/address.ts'

/** The position to show. */
const rackAddress = addressOf({ at: upTo(780) })

export const Route = createFileRoute('/_bench/storage/racks/$id')({
  staticData: { title: t`Rack` },
  validateSearch: rackAddress.validate,
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readStorageRack, { params })),
  errorComponent: ScreenFailure,
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  const { at } = Route.useSearch()
  const { permissions } = useSuspenseQuery(queryFor(readProfile)).data
  return <RackScreen key={id} id={id} at={at} maySetUp={permissions.includes('configure')} />
}
