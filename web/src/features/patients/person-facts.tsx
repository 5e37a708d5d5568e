import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { FoundBecause, FoundPerson } from '#contract/found-person.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'
import { HitFacts } from '../../ui/finder.tsx'
import { countVisits } from './person-card.tsx'

const foundBy: Readonly<Record<Exclude<FoundBecause, 'booked as'>, string>> = {
  number: t`the person number`,
  identifier: t`an identifier`,
  phone: t`a phone number`,
  'e-mail': t`an e-mail address`,
  reference: t`a visit reference`,
  'date of birth': t`the date of birth`,
  name: t`the name`,
  'former name': t`a former name`,
}

/** The facts that distinguish two persons of the same name, and why the person was found. */
export function PersonFacts({ person }: { person: FoundPerson }) {
  const { fullName, naming, because, bookedAs, sex, age, birth, deceased, number, phone, bookedToday } =
    person
  const { visits, lastVisitAt, lastSite } = person
  const isExact = birth.precision === 'day'
  const years = isExact
    ? plural(age, { one: '# year', other: '# years' })
    : plural(age, { one: 'about # year', other: 'about # years' })
  return (
    <HitFacts
      name={<bdi>{fullName}</bdi>}
      facts={[
        bookedToday && (
          <strong>
            <Trans>Booked today at {bookedToday}: check them in instead of registering a walk-in.</Trans>
          </strong>
        ),
        naming !== 'named' && t`Not named yet`,
        deceased && (
          <strong>
            <Trans>Deceased</Trans>
          </strong>
        ),
        because !== 'booked as' && t`Found by ${foundBy[because]}`,
        bookedAs && (
          <Trans>
            Booked as <bdi>{bookedAs}</bdi>
          </Trans>
        ),
        [sex === 'male' ? t`Male` : t`Female`, years, isExact && t`born on ${longDay(birth.date)}`]
          .filter(Boolean)
          .join(', '),
        [phone, number].filter(Boolean).join(' · '),
        lastVisitAt === null ? (
          t`No visit yet`
        ) : (
          <Trans key="visits">
            {countVisits(visits)}, the latest on {longDay(dayOf(lastVisitAt, browserZone()))} at{' '}
            <bdi>{lastSite}</bdi>
          </Trans>
        ),
      ]}
    />
  )
}

/** A list of persons with links to their records. */
export function PersonLinks({ people }: { people: readonly FoundPerson[] }) {
  return (
    <ul className="stack gap-4">
      {people.map((person) => (
        <li key={person.id} className="wrap-anywhere">
          <PersonFacts person={person} />
          <Link to="/manager-dashboard/people/$id" params={{ id: person.id }}>
            <Trans>Open the record of {person.fullName}</Trans>
          </Link>
        </li>
      ))}
    </ul>
  )
}
