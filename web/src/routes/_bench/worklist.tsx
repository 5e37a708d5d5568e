import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { listOutOfUse } from '#contract/instrument-breakdowns.ts'
import { isAwaited, queryFor, startLoading } from '../../api/queries.ts'
import { ScreenLoading } from '../../features/frame/screen-loading.tsx'
import { OutOfUse } from '../../features/instruments/out-of-use.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { WorklistScreen } from '../../features/laboratory/tasks/worklist-screen.tsx'

export const Route = createFileRoute('/_bench/worklist')({
  staticData: { title: t`Worklists` },
  validateSearch: ({ test }): { test?: string | undefined } => ({
    test: typeof test === 'string' ? test : undefined,
  }),
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listOutOfUse)),
  component: Worklist,
})

function Worklist() {
  const { test } = Route.useSearch()
  const zone = useZone()
  // The notice is above the list: coming later, it would shift it.
  if (isAwaited(useQuery(queryFor(listOutOfUse)))) return <ScreenLoading />
  return <WorklistScreen test={test} notice={<OutOfUse test={test} zone={zone} className="mb-4" />} />
}
