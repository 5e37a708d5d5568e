import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'

/** In place of a form whose address came without its token: copied in part, or opened a second time. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <Notice kind="warning" role="alert">
      <h2>
        <Trans>This link is incomplete</Trans>
      </h2>
      <p>{children}</p>
    </Notice>
  )
}
