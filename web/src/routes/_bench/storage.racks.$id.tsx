import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readStorageRack } from '#contract/storage.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { RackScreen } from '../../features/laboratory/storage/rack-screen.tsx'
import { addressOf, upTo } from '../../screen/address.ts'

/** The position to show. */
const rackAddress = addressOf({ at: upTo(780) })

export const Route = createFileRoute('/_bench/storage/racks/$id')({
  staticData: { title: t`Rack`, back: '/storage' },
  validateSearch: rackAddress.validate,
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readStorageRack, { params })),
  component: () => (
    <RackScreen {...Route.useParams()} at={Route.useSearch().at} maySetUp={useMay('configure')} />
  ),
})
