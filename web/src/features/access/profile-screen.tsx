import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { languageLabels } from '#contract/options.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { CalendarFeed } from './calendar-feed.tsx'
import { PendingEmail } from './pending-email.tsx'

export function ProfileScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const facts = [
    [t`Full Name`, me.fullName],
    [t`Password`, me.hasPassword ? t`Set` : noPassword(me.signInPhone !== null)],
    [t`Email Address`, me.email || t`Not given`],
    [t`Phone Number`, me.phone || t`Not given`],
    ...(me.signInPhone ? [[t`Log-in phone number`, me.signInPhone] as const] : []),
    [t`Language`, translated(languageLabels[me.language])],
  ] as const
  return (
    <Screen
      measure="text"
      title={t`Your Profile`}
      action={
        <Link to="/edit-profile" className={buttonClass({ variant: 'primary' })}>
          <EditIcon />
          <Trans>Edit profile</Trans>
        </Link>
      }
    >
      {me.pendingEmail && (
        <div className="mb-6">
          <PendingEmail address={me.pendingEmail} />
        </div>
      )}
      <dl className="border-t">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="[&_dd]:wrap-anywhere grid grid-cols-[160px_minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-4 max-sm:grid-cols-1 [&_dd]:font-550 [&_dt]:text-ink-soft"
          >
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-3">
        <Link to="/security">
          <Trans>Second factor and log-ins</Trans>
        </Link>
        <Link to="/apps">
          {me.role === 'user' ? (
            <Trans>Apps that read my results</Trans>
          ) : (
            <Trans>Apps that read for me</Trans>
          )}
        </Link>
        {me.role === 'user' && (
          <>
            <Link to="/patient-dashboard/people">
              <Trans>People I look after</Trans>
            </Link>
            <Link to="/patient-dashboard/who-has-seen">
              <Trans>Who has seen my record</Trans>
            </Link>
            <Link to="/patient-dashboard/privacy">
              <Trans>Erase my data</Trans>
            </Link>
          </>
        )}
      </p>
      {me.role === 'user' && <CalendarFeed />}
    </Screen>
  )
}

const noPassword = (bySms: boolean): string =>
  bySms ? t`Not set: you log in by SMS` : t`Not set: you log in with Google`
