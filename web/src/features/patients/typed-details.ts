import { useState } from 'react'
import type { PersonContact } from '#contract/people.ts'

type TypedNumber = { key: number; value: string }
type TypedIdentifier = TypedNumber & { system: string }

/** Details of a person as the fields hold them; rows have keys, since they come and go. */
export type TypedDetails = Omit<PersonContact, 'phones' | 'identifiers' | 'diedOn'> & {
  phones: readonly TypedNumber[]
  identifiers: readonly TypedIdentifier[]
  diedOn: string
  nextKey: number
}

function typedFrom({ phones, identifiers, diedOn, ...rest }: PersonContact): TypedDetails {
  return {
    ...rest,
    diedOn: diedOn ?? '',
    phones: (phones.length === 0 ? [''] : phones).map((value, key) => ({ key, value })),
    identifiers: identifiers.map((one, index) => ({ ...one, key: 100 + index })),
    nextKey: 200,
  }
}

const isFilled = ({ system = '', value }: TypedNumber & { system?: string }) => (system + value).trim() !== ''

/** The index of each row in the request, so that an error is shown at its row. Empty rows are last. */
export function placesOf(rows: readonly TypedNumber[]): number[] {
  const sent = [...rows.filter(isFilled), ...rows.filter((row) => !isFilled(row))]
  return rows.map((row) => sent.indexOf(row))
}

export type DetailsState = ReturnType<typeof useTypedDetails>

/** The details while they are typed. */
export function useTypedDetails(seen: PersonContact) {
  const [typed, setTyped] = useState(() => typedFrom(seen))
  const change = (part: Partial<TypedDetails>) => setTyped((before) => ({ ...before, ...part }))
  return {
    typed,
    change,
    addPhone: () =>
      change({
        phones: [...typed.phones, { key: typed.nextKey, value: '' }],
        nextKey: typed.nextKey + 1,
      }),
    addIdentifier: () =>
      change({
        identifiers: [...typed.identifiers, { key: typed.nextKey, system: '', value: '' }],
        nextKey: typed.nextKey + 1,
      }),
    /** The rows of the request, without empty rows. */
    read(): PersonContact {
      const phones = typed.phones.filter(isFilled)
      const identifiers = typed.identifiers.filter(isFilled)
      const { givenNames, familyName, email, language, note, deceased, diedOn } = typed
      return {
        givenNames,
        familyName,
        phones: phones.map(({ value }) => value),
        identifiers: identifiers.map(({ system, value }) => ({ system, value })),
        email,
        language,
        note,
        deceased,
        diedOn: deceased && diedOn !== '' ? diedOn : null,
      }
    },
  }
}
