import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { type AppAccess, endAppAccess, listAppAccess } from '#contract/apps.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import { sayApps, sayScope } from './scope-words.ts'

/** The apps that a person has let read, each with a button that ends it. */
export function OwnAppsScreen() {
  const {
    data: { rows },
  } = useSuspenseQuery(queryFor(listAppAccess))
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Screen
      rhythm="cards"
      measure="text"
      title={sayApps(me.role)}
      about={t`Apps that you have let read at this laboratory. When you end an app here, it loses its access at once.`}
    >
      {rows.length === 0 ? (
        <EmptyState
          picture={<LockedCabinetDrawing />}
          title={t`No apps yet`}
          about={t`When an app asks to read, you are asked here first. Apps that you allow are listed here.`}
        />
      ) : (
        <ul className="stack w-full">
          {rows.map((access) => (
            <Access key={access.id} access={access} />
          ))}
        </ul>
      )}
    </Screen>
  )
}

function Access({ access }: { access: AppAccess }) {
  const { app, scopes, person, givenAt, expiresAt, lastReadAt, endedAt } = access
  const fullName = person?.fullName
  const now = useNow()
  const over = endedAt ?? (new Date(expiresAt) <= now ? expiresAt : null)
  const zone = browserZone()
  return (
    <li className="row items-start justify-between gap-3 border-t py-4">
      <div className="stack min-w-0 flex-[1_1_20rem] gap-1">
        <h2 className="row wrap-anywhere gap-2 text-m">
          {app}{' '}
          {over !== null && (
            <Badge tone="neutral">
              <Trans>Ended</Trans>
            </Badge>
          )}
        </h2>
        {fullName !== undefined && (
          <p>
            <Trans>About {fullName}</Trans>
          </p>
        )}
        <ul className="list-disc ps-4">
          {scopes.map((scope) => (
            <li key={scope}>{sayScope(scope)}</li>
          ))}
        </ul>
        <p className="hint">
          {lastReadAt === null ? (
            <Trans>Has read nothing yet.</Trans>
          ) : (
            <Trans>
              Read last <When at={lastReadAt} zone={zone} />.
            </Trans>
          )}{' '}
          {over === null ? (
            <Trans>
              Allowed <When at={givenAt} zone={zone} distance={false} />, until{' '}
              <When at={expiresAt} zone={zone} distance={false} />.
            </Trans>
          ) : (
            <Trans>
              Ended <When at={over} zone={zone} distance={false} />.
            </Trans>
          )}
        </p>
      </div>
      {over === null && <EndAccess access={access} />}
    </li>
  )
}

const EndAccess = ({ access: { id, app } }: { access: AppAccess }) => (
  <ConfirmButton
    opener={{ 'aria-label': t`End ${app}`, children: t`End` }}
    question={t`End ${app}?`}
    yes={t`End it`}
    danger
    act={() => call(endAppAccess, { params: { id } })}
  >
    <p>
      <Trans>The app loses its access at once. It keeps what it has already read.</Trans>
    </p>
  </ConfirmButton>
)
