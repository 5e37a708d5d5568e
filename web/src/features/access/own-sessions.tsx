import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { endSession, listSessions } from '#contract/second-factor.ts'
import { call } from '../../api/client.ts'
import { nameOfBrowser } from '../../api/push-here.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { When } from '../../ui/when.tsx'

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
      <ul className="stack w-full">
        {sessions.map(({ id, agent, startedAt, lastSeenAt, isThis }) => {
          const browser = nameOfBrowser(agent)
          return (
            <li key={id} className="row justify-between gap-3 border-t py-3">
              <div className="min-w-0">
                <p className="row gap-2 font-600">
                  {browser}{' '}
                  {isThis && (
                    <Badge tone="ok">
                      <Trans>This browser</Trans>
                    </Badge>
                  )}
                </p>
                <p className="hint">
                  <Trans>
                    Logged in <When at={startedAt} zone={browserZone()} distance={false} />, last used{' '}
                    <When at={lastSeenAt} zone={browserZone()} distance={false} />
                  </Trans>
                </p>
              </div>
              {!isThis && (
                <Button
                  aria-label={t`Log out there: ${browser}`}
                  pending={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  <Trans>Log out there</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
