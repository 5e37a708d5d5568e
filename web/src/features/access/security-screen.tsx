import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'

/** The passkeys, the authenticator app and the sessions of the account. */
export function SecurityScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Screen measure="text" title={t`Security`} about={t`How you log in, and where you are logged in.`}>
      {me.needsSecondFactor && (
        <Notice kind="warning" role="alert" className="mb-6">
          <p>
            <Trans>
              The laboratory requires a second factor: a passkey or an authenticator app. Set one up, then
              continue.
            </Trans>
          </p>
        </Notice>
      )}
      <Passkeys profile={me} />
      <SecondFactor profile={me} />
      <OwnSessions />
    </Screen>
  )
}
