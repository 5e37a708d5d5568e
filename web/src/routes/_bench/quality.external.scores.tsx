import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listEqaSchemes } from '#contract/eqa.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { scoreAddress } from '../../features/quality/external/eqa-search.ts'
import { ScoresScreen } from '../../features/quality/external/scores-screen.tsx'

export const Route = createFileRoute('/_bench/quality/external/scores')({
  staticData: { title: t`Scores`, back: '/quality/external' },
  validateSearch: scoreAddress.validate,
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listEqaSchemes)),
  component: ScoresScreen,
})
