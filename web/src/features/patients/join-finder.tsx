import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type PatientPerson, searchPatients } from '#contract/patients.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { MergeDialog, type Merged } from './merge-dialog.tsx'
import css from './patients.module.css'
import { PersonCard } from './person-card.tsx'

/** Finds another record of the same person, to join it to this one. */
export function JoinFinder({
  patient,
  onMerged,
}: {
  patient: PatientPerson
  onMerged: (merged: Merged) => void
}) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const search = useSettled(typed.trim())
  const found = useQuery({
    ...queryFor(searchPatients, { query: { search, limit: 6 } }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
  })
  const others = (found.data?.patients ?? []).filter(
    ({ id, status }) => id !== patient.id && status === 'Active',
  )
  const shown = search.length >= 2 && found.data !== undefined
  return (
    <section aria-labelledby="another" className={css.part}>
      <h2 id="another">Join another record</h2>
      <TextField
        name="another"
        label="Find the other record"
        type="search"
        autoComplete="off"
        hint="Name, phone number, e-mail or visit reference"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.error && <p role="alert">{messages.lists.patientsFailure}</p>}
      <p className="visually-hidden" role="status">
        {shown && `${others.length} found`}
      </p>
      {shown && others.length === 0 && <p className={css.quiet}>{messages.lists.noPatients}</p>}
      {shown && (
        <ul className={css.list}>
          {others.map((other) => (
            <li key={other.id}>
              <PersonCard person={other} />
              <Button onClick={() => setAsked(other.id)}>
                Join…<span className="visually-hidden"> {other.fullName}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <MergeDialog
          keptId={patient.id}
          otherId={asked}
          onClose={() => setAsked(null)}
          onMerged={(merged) => {
            setAsked(null)
            setTyped('')
            onMerged(merged)
          }}
        />
      )}
    </section>
  )
}
