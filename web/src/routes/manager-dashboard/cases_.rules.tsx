import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readCaseRules } from '#contract/cases.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { CaseRulesScreen } from '../../features/authorities/case-rules-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/cases_/rules')({
  staticData: { title: t`What is notifiable`, back: '/manager-dashboard/cases' },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(readCaseRules)),
  component: CaseRulesScreen,
})
