import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { nameOfBrowser } from '../api/push-here.ts'
import { browserZone } from '../lib/times.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { When } from '../ui/when.tsx'

type Session = { id: string; agent: string; startedAt: string; lastSeenAt: string; isThis?: boolean }

/** Sessions, each with a button that ends it, except the session of this browser. `ending`: the id of the one that is being ended. */
export const SessionList = ({
  sessions,
  ending,
  onEnd,
}: {
  sessions: readonly Session[]
  ending: string | undefined
  onEnd: (id: string) => void
}) => (
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
              pending={ending === id}
              onClick={() => onEnd(id)}
            >
              <Trans>Log out there</Trans>
            </Button>
          )}
        </li>
      )
    })}
  </ul>
)
