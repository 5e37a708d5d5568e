import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readTechnicianProfile } from '#contract/technicians.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/icons.tsx'

export function TechnicianProfileScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readTechnicianProfile))
  return (
    <Screen
      measure="text"
      title={t`Your Profile`}
      action={
        <Link to="/edit-profile-tech" className={buttonClass({ variant: 'primary' })}>
          <EditIcon />
          <Trans>Edit Profile</Trans>
        </Link>
      }
    >
      <dl className="border-t">
        <div className="[&_dd]:wrap-anywhere grid grid-cols-[160px_minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-4 max-sm:grid-cols-1 [&_dd]:font-550 [&_dt]:text-ink-soft">
          <dt>
            <Trans>Full Name</Trans>
          </dt>
          <dd>{me.fullName}</dd>
        </div>
        <div className="[&_dd]:wrap-anywhere grid grid-cols-[160px_minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-4 max-sm:grid-cols-1 [&_dd]:font-550 [&_dt]:text-ink-soft">
          <dt>
            <Trans>Email</Trans>
          </dt>
          <dd>{me.email}</dd>
        </div>
        <div className="[&_dd]:wrap-anywhere grid grid-cols-[160px_minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-4 max-sm:grid-cols-1 [&_dd]:font-550 [&_dt]:text-ink-soft">
          <dt>
            <Trans>Phone Number</Trans>
          </dt>
          <dd>{me.phone || t`Not given`}</dd>
        </div>
        <div className="[&_dd]:wrap-anywhere grid grid-cols-[160px_minmax(0,1fr)] gap-x-6 gap-y-1 border-b py-4 max-sm:grid-cols-1 [&_dd]:font-550 [&_dt]:text-ink-soft">
          <dt>
            <Trans>Specialties</Trans>
          </dt>
          <dd>
            {me.specialties.length === 0 && t`None yet. Your manager chooses them.`}
            {me.specialties.length > 0 && (
              <ul className="stack gap-1">
                {me.specialties.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
    </Screen>
  )
}
