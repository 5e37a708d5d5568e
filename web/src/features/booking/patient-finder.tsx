import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { patientsToBook } from '#contract/identity.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import css from './patient-finder.module.css'
import type { PatientAccount } from './staff-draft.ts'

/** Finds the account that a visit is booked for. Without one the visit belongs to nobody but the laboratory. */
export function PatientFinder({
  account,
  onChoose,
}: {
  account: PatientAccount | null
  onChoose: (account: PatientAccount | null) => void
}) {
  const [typed, setTyped] = useState('')
  if (account) {
    return (
      <FieldGroup name="accountId" label="Account">
        <div className={css.chosen}>
          <Who person={account} />
          <Button variant="plain" onClick={() => onChoose(null)}>
            Book without it
          </Button>
        </div>
      </FieldGroup>
    )
  }
  return (
    <div className={css.finder}>
      <TextField
        name="accountId"
        label="Find the patient’s account"
        optional
        type="search"
        hint="A part of the name, e-mail or phone number. Somebody new needs none."
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <Found
        typed={typed}
        onChoose={(person) => {
          setTyped('')
          onChoose(person)
        }}
      />
    </div>
  )
}

function Found({ typed, onChoose }: { typed: string; onChoose: (account: PatientAccount) => void }) {
  const search = useSettled(typed.trim())
  const found = useQuery({
    ...queryFor(patientsToBook, { query: { search } }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
  })
  if (search.length < 2) return null
  if (found.error) return <p role="alert">{messages.lists.patientsFailure}</p>
  const people = found.data?.patients ?? []
  return (
    <>
      <p className="visually-hidden" role="status">
        {found.data && (people.length === 0 ? messages.lists.noPatients : `${people.length} found`)}
      </p>
      {found.data && people.length === 0 ? (
        <p className={css.none}>{messages.lists.noPatients}</p>
      ) : (
        <ul className={css.list} aria-label="Patients found">
          {people.map(({ id, fullName, email, phone }) => (
            <li key={id}>
              <button
                type="button"
                className={css.person}
                onClick={() => onChoose({ id, fullName, email, phone })}
              >
                <Who person={{ fullName, email, phone }} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Who({ person }: { person: Omit<PatientAccount, 'id'> }) {
  return (
    <span className={css.who}>
      <strong>{person.fullName}</strong>
      <span className={css.reach}>{[person.email, person.phone].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
