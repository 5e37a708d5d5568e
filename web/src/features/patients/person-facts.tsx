import { Link } from '@tanstack/react-router'
import type { FoundBecause, FoundPerson } from '#contract/found-person.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'
import { HitFacts } from '../../ui/finder.tsx'
import { countVisits } from './person-card.tsx'

const foundBy: Readonly<Record<Exclude<FoundBecause, 'booked as'>, string>> = {
  number: 'the person number',
  identifier: 'an identifier',
  phone: 'a phone number',
  'e-mail': 'an e-mail address',
  reference: 'a visit reference',
  'date of birth': 'the date of birth',
  name: 'the name',
  'former name': 'a former name',
}

/** The facts that distinguish two persons of the same name, and why the person was found. */
export function PersonFacts({ person }: { person: FoundPerson }) {
  const { fullName, naming, because, bookedAs, sex, age, birth, deceased, number, phone, bookedToday } =
    person
  const { visits, lastVisitAt, lastSite } = person
  const isExact = birth.precision === 'day'
  const years = `${isExact ? '' : 'about '}${age === 1 ? '1 year' : `${age} years`}`
  return (
    <HitFacts
      name={<bdi>{fullName}</bdi>}
      facts={[
        bookedToday && (
          <strong>Booked today at {bookedToday}: check them in instead of registering a walk-in.</strong>
        ),
        naming !== 'named' && 'Not named yet',
        deceased && <strong>Deceased</strong>,
        because !== 'booked as' && `Found by ${foundBy[because]}`,
        bookedAs && (
          <>
            Booked as <bdi>{bookedAs}</bdi>
          </>
        ),
        `${sex === 'male' ? 'Male' : 'Female'}, ${years}${isExact ? `, born on ${longDay(birth.date)}` : ''}`,
        [phone, number].filter(Boolean).join(' · '),
        lastVisitAt === null ? (
          'No visit yet'
        ) : (
          <>
            {countVisits(visits)}, the latest on {longDay(dayOf(lastVisitAt, browserZone()))} at{' '}
            <bdi>{lastSite}</bdi>
          </>
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
            Open the record of {person.fullName}
          </Link>
        </li>
      ))}
    </ul>
  )
}
