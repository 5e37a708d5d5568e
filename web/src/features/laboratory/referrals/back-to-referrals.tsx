import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { backLinkClass } from '../../../ui/back-link.ts'
import { ArrowLeftIcon } from '../../../ui/icons.tsx'

export function BackToReferrals() {
  return (
    <Link to="/referrals" className={backLinkClass}>
      <ArrowLeftIcon size={18} />
      <Trans>Referred tests</Trans>
    </Link>
  )
}
