import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type PatientPerson, searchPatients } from '#contract/patients.ts'
import { queryFor } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Finder, useFinder } from '../../ui/finder.tsx'
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
  const finder = useFinder()
  const [asked, setAsked] = useState<string | null>(null)
  const found = useQuery({
    ...queryFor(searchPatients, { query: { search: finder.search, limit: 6 } }),
    enabled: finder.enabled,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="another" className={css.part}>
      <h2 id="another">Join another record</h2>
      <Finder
        finder={finder}
        name="another"
        label="Find the other record"
        hint="Name, phone number, e-mail or visit reference"
        hits={found.data?.patients.filter(({ id, status }) => id !== patient.id && status === 'Active')}
        failure={found.error && messages.lists.patientsFailure}
        none={messages.lists.noPatients}
      >
        {(other) => (
          <div className={css.hit}>
            <PersonCard person={other} />
            <Button onClick={() => setAsked(other.id)}>
              Join…<span className="visually-hidden"> {other.fullName}</span>
            </Button>
          </div>
        )}
      </Finder>
      {asked && (
        <MergeDialog
          keptId={patient.id}
          otherId={asked}
          onClose={() => setAsked(null)}
          onMerged={(merged) => {
            setAsked(null)
            finder.setTyped('')
            onMerged(merged)
          }}
        />
      )}
    </section>
  )
}
