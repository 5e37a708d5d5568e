import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { languageLabels } from '#contract/options.ts'
import { queryFor } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { PendingEmail } from './pending-email.tsx'
import css from './profile-screen.module.css'

export function ProfileScreen() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const facts = [
    ['Full Name', me.fullName],
    ['Password', me.hasPassword ? 'Set' : `Not set: you log in ${me.signInPhone ? 'by SMS' : 'with Google'}`],
    ['Email Address', me.email || 'Not given'],
    ['Phone Number', me.phone || 'Not given'],
    ...(me.signInPhone ? [['Phone Number to Log In', me.signInPhone] as const] : []),
    ['Language of messages', languageLabels[me.language]],
  ] as const
  return (
    <Page measure="text">
      <PageHeader
        title="Your Profile"
        action={
          <Link to="/edit-profile" className={buttonClass({ variant: 'primary' })}>
            <EditIcon />
            Edit profile
          </Link>
        }
      />
      {me.pendingEmail && (
        <div className={css.pending}>
          <PendingEmail address={me.pendingEmail} />
        </div>
      )}
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={css.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {me.role === 'user' && (
        <p className={css.more}>
          <Link to="/patient-dashboard/people">People I look after</Link>
          <Link to="/patient-dashboard/who-has-seen">Who has seen my record</Link>
        </p>
      )}
    </Page>
  )
}
