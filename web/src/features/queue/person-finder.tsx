import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type FoundPerson, searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import css from './person-finder.module.css'

/** Finds somebody who was here before, so that the visit joins their earlier results and nothing is typed twice. */
export function PersonFinder({
  chosen,
  onChoose,
}: {
  chosen: FoundPerson | null
  onChoose: (person: FoundPerson | null) => void
}) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const isAsked = search.length >= 2
  const found = useQuery({
    ...queryFor(searchPeople, { query: { search } }),
    enabled: isAsked && !chosen,
    placeholderData: keepPreviousData,
  })
  const { people = [], more = false } = (isAsked && found.data) || {}
  if (chosen) {
    return (
      <Card aria-label="Chosen person" className={css.found}>
        <PersonFacts person={chosen} />
        <Button onClick={() => onChoose(null)}>Somebody else</Button>
      </Card>
    )
  }
  return (
    <div className={css.finder}>
      <TextField
        name="seenBefore"
        label="Here before?"
        type="search"
        autoComplete="off"
        maxLength={200}
        hint="Scan or type the person number, or a name, phone number or visit reference"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.error && <p role="alert">{messages.lists.patientsFailure}</p>}
      <p className="visually-hidden" role="status">
        {isAsked && found.data && `${people.length} found`}
      </p>
      {isAsked && found.data && people.length === 0 && (
        <p className={css.quiet}>Nobody found. Register them below as somebody new.</p>
      )}
      {people.length > 0 && (
        <ul className={css.list}>
          {people.map((person) => (
            <li key={person.id} className={css.found}>
              <PersonFacts person={person} />
              <Button
                onClick={() => {
                  setTyped('')
                  onChoose(person)
                }}
              >
                Choose
                <span className="visually-hidden">
                  {' '}
                  {person.fullName}, {person.number}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more && <p className={css.quiet}>There are more: type more of the name, or a number.</p>}
    </div>
  )
}

/** What tells two of one name apart. */
function PersonFacts({ person }: { person: FoundPerson }) {
  const { fullName, bookedAs, sex, age, birth, number, phone, visits, lastVisitAt, lastSite } = person
  const born = birth.precision === 'day' ? `, born on ${longDay(birth.date)}` : ''
  return (
    <div className={css.person}>
      <p className={css.name}>
        <bdi>{fullName}</bdi> <span className={css.number}>{number}</span>
      </p>
      <ul className={css.lines}>
        {bookedAs && (
          <li>
            Booked as <bdi>{bookedAs}</bdi>
          </li>
        )}
        <li>
          {sex === 'male' ? 'Male' : 'Female'}, {birth.precision === 'day' ? '' : 'about '}
          {age === 1 ? '1 year' : `${age} years`}
          {born}
        </li>
        <li>{phone}</li>
        <li>
          {visits === 1 ? '1 visit' : `${visits} visits`}, the latest on{' '}
          {longDay(dayOf(lastVisitAt, browserZone()))} at <bdi>{lastSite}</bdi>
        </li>
      </ul>
    </div>
  )
}
