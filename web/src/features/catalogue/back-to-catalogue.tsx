import { Trans } from '@lingui/react/macro'
import { BackLink } from '../../screen/back-link.tsx'

export function BackToCatalogue() {
  return (
    <BackLink to="/manager-dashboard/catalogue">
      <Trans>All tests</Trans>
    </BackLink>
  )
}
