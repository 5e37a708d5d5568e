import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../api/queries.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactor } from './second-factor.tsx'

/** The second factor and the sessions of the account. */
export function SecurityScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Page measure="text">
      <PageHeader title={t`Security`} about={t`Your second factor, and where you are logged in.`} />
      {me.needsSecondFactor && (
        <Notice kind="warning" role="alert" className="mb-6">
          <p>
            <Trans>The laboratory requires a second factor. Set it up, then go on.</Trans>
          </p>
        </Notice>
      )}
      <SecondFactor profile={me} />
      <OwnSessions />
    </Page>
  )
}
