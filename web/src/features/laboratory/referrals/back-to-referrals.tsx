import { Trans } from '@lingui/react/macro'
import { BackLink } from '../../../screen/back-link.tsx'

export function BackToReferrals() {
  return (
    <BackLink to="/referrals">
      <Trans>Referred tests</Trans>
    </BackLink>
  )
}
