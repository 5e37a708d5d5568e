import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { type FoundPerson, searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'
import { ChosenHit, Finder, HitButton, HitFacts, useFinder } from '../../ui/finder.tsx'

/** Finds somebody who was here before, so that the visit belongs to their record and their details are filled in. */
export function PersonFinder({
  chosen,
  onChoose,
}: {
  chosen: FoundPerson | null
  onChoose: (person: FoundPerson | null) => void
}) {
  const finder = useFinder()
  const found = useQuery({
    ...queryFor(searchPeople, { query: { search: finder.search } }),
    enabled: finder.enabled,
    placeholderData: keepPreviousData,
  })
  if (chosen) {
    return (
      <ChosenHit name="person" label="Here before" letGo="Somebody else" onLetGo={() => onChoose(null)}>
        <PersonFacts person={chosen} />
      </ChosenHit>
    )
  }
  return (
    <Finder
      finder={finder}
      name="person"
      label="Here before?"
      optional
      hint="Scan or type the person number, or a name, phone number or visit reference"
      hits={found.data?.people}
      failure={found.error && messages.lists.patientsFailure}
      none="Nobody found. Register them below as somebody new."
      more={found.data?.more && 'There are more: type more of the name, or a number.'}
    >
      {(person) => (
        <HitButton
          onClick={() => {
            finder.setTyped('')
            onChoose(person)
          }}
        >
          <PersonFacts person={person} />
        </HitButton>
      )}
    </Finder>
  )
}

/** The facts that distinguish two persons of the same name. */
function PersonFacts({ person }: { person: FoundPerson }) {
  const { fullName, bookedAs, sex, age, birth, number, phone, visits, lastVisitAt, lastSite, bookedToday } =
    person
  const isExact = birth.precision === 'day'
  const years = `${isExact ? '' : 'about '}${age === 1 ? '1 year' : `${age} years`}`
  return (
    <HitFacts
      name={<bdi>{fullName}</bdi>}
      facts={[
        bookedToday && (
          <strong>Booked today at {bookedToday}: check them in instead of registering a walk-in.</strong>
        ),
        bookedAs && (
          <>
            Booked as <bdi>{bookedAs}</bdi>
          </>
        ),
        `${sex === 'male' ? 'Male' : 'Female'}, ${years}${isExact ? `, born on ${longDay(birth.date)}` : ''}`,
        `${phone} · ${number}`,
        <>
          {visits === 1 ? '1 visit' : `${visits} visits`}, the latest on{' '}
          {longDay(dayOf(lastVisitAt, browserZone()))} at <bdi>{lastSite}</bdi>
        </>,
      ]}
    />
  )
}
