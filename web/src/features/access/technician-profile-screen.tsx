import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readTechnicianProfile } from '#contract/technicians.ts'
import { queryFor } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import css from './profile-screen.module.css'

export function TechnicianProfileScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readTechnicianProfile))
  return (
    <Page measure="text">
      <PageHeader
        title="Your Profile"
        action={
          <Link to="/edit-profile-tech" className={buttonClass({ variant: 'primary' })}>
            <EditIcon />
            Edit Profile
          </Link>
        }
      />
      <dl className={css.facts}>
        <div className={css.fact}>
          <dt>Full Name</dt>
          <dd>{me.fullName}</dd>
        </div>
        <div className={css.fact}>
          <dt>Email</dt>
          <dd>{me.email}</dd>
        </div>
        <div className={css.fact}>
          <dt>Phone Number</dt>
          <dd>{me.phone || 'Not given'}</dd>
        </div>
        <div className={css.fact}>
          <dt>Specialties</dt>
          <dd>
            {me.specialties.length === 0 && 'None yet. Your manager chooses them.'}
            {me.specialties.length > 0 && (
              <ul className={css.several}>
                {me.specialties.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
    </Page>
  )
}
