import { Link } from '@tanstack/react-router'
import type { DeadInvitation } from '#contract/technicians.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import css from './dead-invitation-notice.module.css'

const titles: Readonly<Record<DeadInvitation, string>> = {
  used: 'This link was used',
  expired: 'This link has run out',
  withdrawn: 'This invitation was withdrawn',
  unknown: 'This link does not work',
}

/** In place of the form: why the link leads nowhere, and what to do then. */
export function DeadInvitationNotice({ state, message }: { state: DeadInvitation; message: string }) {
  return (
    <div className={css.dead}>
      <Notice kind={state === 'used' ? 'info' : 'warning'} role="alert">
        <h2>{titles[state]}</h2>
        <p>{message}</p>
      </Notice>
      {state === 'used' ? (
        <Link to="/login" className={buttonClass({ variant: 'primary', wide: true })}>
          Log in
        </Link>
      ) : (
        <Link to="/contact" className={buttonClass({ variant: 'primary', wide: true })}>
          Write to the laboratory
        </Link>
      )}
    </div>
  )
}
