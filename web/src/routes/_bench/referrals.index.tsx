import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listReferralLaboratories } from '#contract/referrals.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { referralAddress } from '../../features/laboratory/referrals/referral-search.ts'
import { ReferralsScreen } from '../../features/laboratory/referrals/referrals-screen.tsx'

export const Route = createFileRoute('/_bench/referrals/')({
  staticData: { title: t`Referred tests` },
  validateSearch: referralAddress.validate,
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listReferralLaboratories)),
  errorComponent: ScreenFailure,
  component: Referrals,
})

function Referrals() {
  const { permissions } = useSuspenseQuery(queryFor(readProfile)).data
  return (
    <ReferralsScreen
      maySetUp={permissions.includes('catalogue')}
      seesFigures={permissions.includes('insights')}
    />
  )
}
