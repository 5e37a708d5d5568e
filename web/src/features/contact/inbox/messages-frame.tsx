import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Screen } from '../../../screen/screen.tsx'

/** Around what comes to the laboratory: the title, and the way between the contact form and SMS. */
export function MessagesFrame({ children }: { children: ReactNode }) {
  return (
    <Screen title={t`Messages`} about={t`What people wrote to the laboratory, newest first.`}>
      <nav aria-label={t`Messages`} className="mb-4 flex flex-wrap gap-1 border-b border-b-line-strong">
        <Link
          to="/manager-dashboard/messages"
          className="tab"
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <Trans>Contact form</Trans>
        </Link>
        <Link to="/manager-dashboard/messages/replies" className="tab">
          <Trans>SMS replies</Trans>
        </Link>
      </nav>
      {children}
    </Screen>
  )
}
