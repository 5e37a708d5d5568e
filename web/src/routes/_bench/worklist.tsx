import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { WorklistScreen } from '../../features/laboratory/tasks/worklist-screen.tsx'

export const Route = createFileRoute('/_bench/worklist')({
  staticData: { title: t`Worklists` },
  validateSearch: ({ test }): { test?: string | undefined } => ({
    test: typeof test === 'string' ? test : undefined,
  }),
  component: Worklist,
})

function Worklist() {
  return <WorklistScreen test={Route.useSearch().test} />
}
