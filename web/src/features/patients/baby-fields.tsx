import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FoundPerson } from '#contract/found-person.ts'
import { type PersonRecord, readPerson } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { PersonFinder } from './person-finder.tsx'

const orders = [
  { value: '', label: t`The only baby` },
  { value: '1', label: t`First of twins or more` },
  { value: '2', label: t`Second` },
  { value: '3', label: t`Third` },
  { value: '4', label: t`Fourth` },
  { value: '5', label: t`Fifth` },
]

const theMother = {
  name: 'mother',
  label: t`Mother`,
  chosenLabel: t`Mother`,
  optional: false,
  hint: t`Scan or type her person number, name or phone number. If she is new, register her first.`,
  none: t`Nobody found. Register the mother first.`,
}

/**
 * The mother of a newborn, and which of twins it is. The next number is offered if she has a baby of that day already. Staff
 * who may not search for persons enter her number.
 */
export function BabyFields({ bornOn, mayFind = true }: { bornOn: string; mayFind?: boolean }) {
  const [mother, setMother] = useState<FoundPerson | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const record = useQuery({
    ...queryFor(readPerson, { params: { id: mother?.id ?? '' } }),
    enabled: mother !== null,
  })
  const twins = mother === null ? [] : bornTogether(record.data?.babies ?? [], bornOn)
  const next = Math.max(0, ...twins.map(({ birthOrder }) => birthOrder ?? 1)) + 1
  return (
    <>
      {mayFind ? (
        <>
          <PersonFinder chosen={mother} onChoose={setMother} words={theMother} />
          {mother && <input type="hidden" name="mother" value={mother.number} />}
        </>
      ) : (
        <TextField
          name="mother"
          label={t`Person number of the mother`}
          required
          maxLength={40}
          autoComplete="off"
        />
      )}
      <SelectField
        name="birthOrder"
        label={t`Birth order`}
        options={orders}
        value={chosen ?? (twins.length > 0 ? String(next) : '')}
        onChange={({ target }) => setChosen(target.value)}
        hint={
          twins.length > 0
            ? t`Already registered: ${twins.map(({ fullName, number }) => `${fullName}, ${number}`).join('; ')}.`
            : undefined
        }
      />
    </>
  )
}

const dayMs = 86_400_000

/** Babies who were born at most a day apart, since twins are also born around midnight. */
const bornTogether = (babies: PersonRecord['babies'], bornOn: string) =>
  babies.filter(({ birth }) => Math.abs(Date.parse(birth.date) - Date.parse(bornOn)) <= dayMs)
