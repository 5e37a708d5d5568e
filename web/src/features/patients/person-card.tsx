import { plural, t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import type { PersonShown } from '#contract/people.ts'
import { sayBirth, sayBirthBriefly } from '../../lib/say-birth.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'

export const countVisits = (visits: number): string => plural(visits, { one: '# visit', other: '# visits' })

/** Somebody in a few lines, as they stand beside another. */
export function PersonCard({ person, label }: { person: PersonShown; label?: string }) {
  const { id, fullName, naming, number, sex, birth, phone, visits, lastVisitAt } = person
  const lines = [
    number,
    naming === 'named' ? '' : t`Not named yet`,
    t`${sex === 'male' ? t`Male` : t`Female`}, born ${birth.precision === 'estimated' ? sayBirthBriefly(birth) : sayBirth(birth)}`,
    phone,
    lastVisitAt
      ? t`${countVisits(visits)}, the last on ${longDay(dayOf(lastVisitAt, browserZone()))}`
      : countVisits(visits),
  ]
  return (
    <div className="wrap-anywhere min-w-0">
      {label && <p className="hint">{label}</p>}
      <p className="font-600">
        <Link to="/manager-dashboard/people/$id" params={{ id }}>
          {fullName}
        </Link>
      </p>
      <ul className="text-s">
        {lines.filter(Boolean).map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
