import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/button.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { WholePage } from './whole-page.tsx'

/** Where an account without a known role ends up. */
export function NotAuthorized() {
  return (
    <WholePage
      picture={<LockedCabinetDrawing />}
      title="This part is not open to your account"
      about="If you work here, ask the manager of the laboratory for access. To book or to read results, log in with the account you booked with."
    >
      <Link to="/login" className={buttonClass({ variant: 'primary' })}>
        Log in with another account
      </Link>
      <a href="/" className={buttonClass()}>
        Go To HomePage
      </a>
    </WholePage>
  )
}
