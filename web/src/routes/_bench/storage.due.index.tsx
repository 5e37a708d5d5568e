import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listDueTubes } from '#contract/storage.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { DueScreen } from '../../features/laboratory/storage/due-screen.tsx'

export const Route = createFileRoute('/_bench/storage/due/')({
  staticData: { title: t`Discard samples` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(listDueTubes)),
  errorComponent: ScreenFailure,
  component: Due,
})

function Due() {
  const { permissions } = useSuspenseQuery(queryFor(readProfile)).data
  return <DueScreen maySetUp={permissions.includes('configure')} />
}
