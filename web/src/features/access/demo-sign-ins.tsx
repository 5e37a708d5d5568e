import { useQuery } from '@tanstack/react-query'
import type { Role } from '#contract/options.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { keepTour } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import { dayOf, longDay, timeOf } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import css from './demo-sign-ins.module.css'
import { roleNames } from './role-names.ts'

const whatToSee: Readonly<Record<Role, string>> = {
  user: 'books visits and reads results',
  technician: 'calls, collects, measures and releases',
  admin: 'sees the whole day and why something is late',
}

/** The ways into a demonstration, each with one press; nothing in a laboratory of its own. */
export function DemoSignIns({
  only,
  pending,
  signIn,
}: {
  /** The one role that this screen lets in. */
  only: Role | undefined
  /** The address that is being signed in. */
  pending: string | undefined
  signIn: (as: { email: string; password: string }) => void
}) {
  const { data } = useQuery(queryFor(laboratory))
  const signIns = data?.demo?.filter(({ role }) => only === undefined || role === only) ?? []
  const site = data?.sites[0]
  if (!site || signIns.length === 0) return null
  return (
    <Card className={css.card} aria-labelledby="demo-sign-ins">
      <h2 id="demo-sign-ins" className={css.title}>
        Look around
      </h2>
      <p className={css.about}>
        This laboratory is made up, and so is everybody in it. Its clock is its own: there it is{' '}
        {sayTime(site.timeZone)}.
      </p>
      <ul className={css.list}>
        {signIns.map(({ role, name, email, password }) => (
          <li key={role} className={css.one}>
            <Button
              wide
              pending={pending === email}
              disabled={pending !== undefined}
              onClick={() => signIn({ email, password })}
              aria-describedby={`demo-${role}`}
            >
              Look around as the {roleNames[role].toLowerCase()}
            </Button>
            <Button
              variant="plain"
              wide
              disabled={pending !== undefined}
              onClick={() => {
                keepTour(role, { step: 0, running: true })
                signIn({ email, password })
              }}
            >
              Take the three-minute tour of the {roleNames[role].toLowerCase()}
            </Button>
            <p className={css.facts} id={`demo-${role}`}>
              {name} {whatToSee[role]}.
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function sayTime(timeZone: string): string {
  const at = now()
  return `${longDay(dayOf(at, timeZone))}, ${timeOf(at, timeZone)}`
}
