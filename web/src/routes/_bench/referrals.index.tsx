import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listReferralLaboratories } from '#contract/referrals.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { referralAddress } from '../../features/laboratory/referrals/referral-search.ts'
import { ReferralsScreen } from '../../features/laboratory/referrals/referrals-screen.tsx'

export const Route = createFileRoute('/_bench/referrals/')({
  staticData: { title: t`Referred tests` },
  validateSearch: referralAddress.validate,
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listReferralLaboratories)),
  component: () => <ReferralsScreen maySetUp={useMay('catalogue')} seesFigures={useMay('insights')} />,
})
