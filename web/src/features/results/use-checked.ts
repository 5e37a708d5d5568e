import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Checked, checkResults, type ResultForm } from '#contract/results.ts'
import { call } from '../../api/client.ts'
import { isAsSaved, type Typed } from './begin-draft.ts'
import { valuesOf } from './typed-values.ts'

/**
 * What the server says of the values as they stood when a field was last left: flags, jumps, calculated values and what
 * is wrong. Without a connection it says nothing, and saving does.
 */
export function useChecked(form: ResultForm, typed: Typed) {
  const [left, setLeft] = useState(typed)
  const values = valuesOf(form, left)
  const wanted = Object.keys(values).length > 0 && !isAsSaved(form, left)
  const { data } = useQuery({
    // The revision is in the key: a value that was saved and released elsewhere moves the next jump.
    queryKey: [checkResults.path, form.taskId, form.resultsRevision, values],
    queryFn: ({ signal }) => call(checkResults, { params: { id: form.taskId }, body: { values }, signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  const said = wanted ? data : undefined
  return {
    leave: () => setLeft(typed),
    /** About one analyte, as long as it stands as it did when it was asked about; a calculated one always. */
    about(code: string, calculated: boolean): AboutValue | null {
      if (!said || (!calculated && (typed[code] ?? '') !== (left[code] ?? ''))) return null
      const result = said.results.find((one) => one.code === code)
      return { result: result ?? null, problem: said.problems[code] ?? null }
    },
  }
}

export type AboutValue = { result: Checked['results'][number] | null; problem: string | null }
