import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { DeadInvitation } from '#contract/technicians.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const titles: Readonly<Record<DeadInvitation, string>> = {
  used: t`This link was used`,
  expired: t`This link has expired`,
  withdrawn: t`This invitation was withdrawn`,
  unknown: t`This link does not work`,
}

/** In place of the form: why the link leads nowhere, and what to do then. */
export function DeadInvitationNotice({ state, message }: { state: DeadInvitation; message: string }) {
  return (
    <div className="stack gap-5">
      <Notice kind={state === 'used' ? 'info' : 'warning'} role="alert">
        <h2>{titles[state]}</h2>
        <p>{message}</p>
      </Notice>
      {state === 'used' ? (
        <Link to="/login" className={buttonClass({ variant: 'primary', wide: true })}>
          <Trans>Log in</Trans>
        </Link>
      ) : (
        <Link to="/contact" className={buttonClass({ variant: 'primary', wide: true })}>
          <Trans>Write to the laboratory</Trans>
        </Link>
      )}
    </div>
  )
}
