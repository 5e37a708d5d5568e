import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listDueTubes } from '#contract/storage.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { DueScreen } from '../../features/laboratory/storage/due-screen.tsx'

export const Route = createFileRoute('/_bench/storage/due/')({
  staticData: { title: t`Discard samples`, back: '/storage' },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(listDueTubes)),
  component: () => <DueScreen maySetUp={useMay('configure')} />,
})
