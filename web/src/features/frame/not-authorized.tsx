import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { useOwnHome } from './use-own-home.ts'
import { WholePage } from './whole-page.tsx'

/** Where an account without a known role ends up, and staff without the permission that a screen needs. */
export function NotAuthorized() {
  const home = useOwnHome()
  return (
    <WholePage
      picture={<LockedCabinetDrawing />}
      title={t`Your account cannot open this page`}
      about={t`If you work here, ask the manager of the laboratory for access. To book or to read results, log in with the account you booked with.`}
    >
      {home && (
        <Link to={home} className={buttonClass({ variant: 'primary' })}>
          <Trans>Go to your dashboard</Trans>
        </Link>
      )}
      <Link to="/login" className={buttonClass(home ? {} : { variant: 'primary' })}>
        <Trans>Log in with another account</Trans>
      </Link>
      <a href="/" className={buttonClass()}>
        <Trans>Go To HomePage</Trans>
      </a>
    </WholePage>
  )
}
