import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listStorage } from '#contract/storage.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { StorageScreen } from '../../features/laboratory/storage/storage-screen.tsx'

export const Route = createFileRoute('/_bench/storage/')({
  staticData: { title: t`Storage` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(listStorage)),
  errorComponent: ScreenFailure,
  component: Storage,
})

function Storage() {
  const { permissions } = useSuspenseQuery(queryFor(readProfile)).data
  return <StorageScreen maySetUp={permissions.includes('configure')} />
}
