import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Role } from '#contract/options.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { keepTour } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import { dayOf, longDay, timeOf } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

const words: Readonly<Record<Role, { look: string; tour: string; about: (name: string) => string }>> = {
  user: {
    look: t`Look around as the patient`,
    tour: t`Take the three-minute tour of the patient`,
    about: (name) => t`${name} books visits and reads results.`,
  },
  technician: {
    look: t`Look around as the technician`,
    tour: t`Take the three-minute tour of the technician`,
    about: (name) => t`${name} calls, collects, measures and releases.`,
  },
  admin: {
    look: t`Look around as the manager`,
    tour: t`Take the three-minute tour of the manager`,
    about: (name) => t`${name} sees the whole day and why something is late.`,
  },
  clinician: {
    look: t`Look around as the clinician`,
    tour: t`Take the three-minute tour of the clinician`,
    about: (name) => t`${name} orders tests for patients of a clinic and reads their results.`,
  },
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
  const time = site && sayTime(site.timeZone)
  if (!site || signIns.length === 0) return null
  return (
    <Card className="mb-5" aria-labelledby="demo-sign-ins">
      <h2 id="demo-sign-ins" className="text-m">
        <Trans>Look around</Trans>
      </h2>
      <p className="mt-1 text-ink-soft">
        <Trans>
          This laboratory is made up, and so is everybody in it. Its clock is its own: there it is {time}.
        </Trans>
      </p>
      <ul className="mt-3">
        {signIns.map(({ role, name, email, password }) => (
          <li key={role} className="grid gap-1 py-2 last:pb-0">
            <Button
              wide
              pending={pending === email}
              disabled={pending !== undefined}
              onClick={() => signIn({ email, password })}
              aria-describedby={`demo-${role}`}
            >
              {words[role].look}
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
              {words[role].tour}
            </Button>
            <p className="text-center text-ink-soft" id={`demo-${role}`}>
              {words[role].about(name)}
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
