import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { OutOfUse } from '../../features/instruments/out-of-use.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { WorklistScreen } from '../../features/laboratory/tasks/worklist-screen.tsx'

export const Route = createFileRoute('/_bench/worklist')({
  staticData: { title: t`Worklists` },
  validateSearch: ({ test }): { test?: string | undefined } => ({
    test: typeof test === 'string' ? test : undefined,
  }),
  component: Worklist,
})

function Worklist() {
  const { test } = Route.useSearch()
  return <WorklistScreen test={test} notice={<OutOfUse test={test} zone={useZone()} className="mb-4" />} />
}
