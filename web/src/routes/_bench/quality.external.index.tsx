import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listEqaSchemes } from '#contract/eqa.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { roundAddress } from '../../features/quality/external/eqa-search.ts'
import { RoundsScreen } from '../../features/quality/external/rounds-screen.tsx'

export const Route = createFileRoute('/_bench/quality/external/')({
  staticData: { title: t`External quality assessment` },
  validateSearch: roundAddress.validate,
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listEqaSchemes)),
  errorComponent: ScreenFailure,
  component: Rounds,
})

function Rounds() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return <RoundsScreen mayKeep={me.permissions.includes('quality')} />
}
