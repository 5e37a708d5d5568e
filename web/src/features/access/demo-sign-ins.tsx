import { useQuery } from '@tanstack/react-query'
import type { Role } from '#contract/options.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import css from './demo-sign-ins.module.css'
import { roleNames } from './role-names.ts'

/** The ways into a demonstration, to be used with one press; nothing in a laboratory of its own. */
export function DemoSignIns({
  only,
  use,
}: {
  /** The one role that this screen lets in. */
  only: Role | undefined
  use: (signIn: { email: string; password: string }) => void
}) {
  const { data } = useQuery(queryFor(laboratory))
  const signIns = data?.demo?.filter(({ role }) => only === undefined || role === only) ?? []
  if (signIns.length === 0) return null
  return (
    <Card className={css.card} aria-labelledby="demo-sign-ins">
      <h2 id="demo-sign-ins" className={css.title}>
        Demo sign-ins
      </h2>
      <p className={css.about}>
        This laboratory is made up, and so is everybody in it. Look around as anyone.
      </p>
      <ul className={css.list}>
        {signIns.map(({ role, name, email, password }) => (
          <li key={role} className={css.one}>
            <div>
              <p className={css.role}>
                {roleNames[role]}: {name}
              </p>
              <p className={css.facts}>
                {email}
                <br />
                {password}
              </p>
            </div>
            <Button
              onClick={() => use({ email, password })}
              aria-label={`Fill in the ${roleNames[role].toLowerCase()}’s sign-in`}
            >
              Fill in
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
