import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listEqaSchemes } from '#contract/eqa.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { roundAddress } from '../../features/quality/external/eqa-search.ts'
import { RoundsScreen } from '../../features/quality/external/rounds-screen.tsx'

export const Route = createFileRoute('/_bench/quality/external/')({
  staticData: { title: t`External quality assessment`, back: '/quality' },
  validateSearch: roundAddress.validate,
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listEqaSchemes)),
  component: () => <RoundsScreen mayKeep={useMay('quality')} />,
})
