import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listStorage } from '#contract/storage.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { StorageScreen } from '../../features/laboratory/storage/storage-screen.tsx'

export const Route = createFileRoute('/_bench/storage/')({
  staticData: { title: t`Storage` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(listStorage)),
  component: () => <StorageScreen maySetUp={useMay('configure')} />,
})
