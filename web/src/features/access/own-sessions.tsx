import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { endSession, listSessions } from '#contract/second-factor.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { SessionList } from '../../screen/session-list.tsx'
import { useCall } from '../../screen/use-call.ts'

/** The sessions of the account, each with a button that ends it. */
export function OwnSessions() {
  const { data: sessions } = useSuspenseQuery(queryFor(listSessions))
  const end = useCall((id: string) => call(endSession, { params: { id } }), {
    says: () => t`Logged out there.`,
    saysRefusal: true,
  })
  return (
    <section className="stack mt-12 gap-3 border-t pt-8" aria-labelledby="sessions-title">
      <h2 id="sessions-title" className="text-l">
        <Trans>Where you are logged in</Trans>
      </h2>
      <SessionList
        sessions={sessions}
        ending={end.isPending ? end.variables : undefined}
        onEnd={(id) => end.mutate(id)}
      />
    </section>
  )
}
