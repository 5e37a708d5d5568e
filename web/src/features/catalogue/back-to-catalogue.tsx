import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { backLinkClass } from '../../ui/back-link.ts'
import { ArrowLeftIcon } from '../../ui/icons.tsx'

export function BackToCatalogue() {
  return (
    <Link to="/manager-dashboard/catalogue" className={backLinkClass}>
      <ArrowLeftIcon size={18} />
      <Trans>All tests</Trans>
    </Link>
  )
}
