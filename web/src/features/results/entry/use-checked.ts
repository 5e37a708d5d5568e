import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Checked, checkResults, type ResultForm } from '#contract/results.ts'
import { call } from '../../../api/client.ts'
import { isAsSaved, type Typed } from '../../../screen/drafts/begin-draft.ts'
import { valuesOf } from './typed-values.ts'

export type AboutValue = { result: Checked['results'][number] | null; problem: string | null }

const nothingKnown: AboutValue = { result: null, problem: null }

/**
 * What the server says of the values that differ from what is saved, each from when its field was left: flags, jumps,
 * calculated values and what is wrong. Without a connection it says nothing, and saving does.
 */
export function useChecked(form: ResultForm, typed: Typed) {
  // The field that is being typed in counts as it was, until it is left.
  const [held, setHeld] = useState<{ code: string; text: string } | null>(null)
  const left = held ? { ...typed, [held.code]: held.text } : typed
  const values = valuesOf(form, left)
  const differs = !isAsSaved(form, left)
  const wanted = differs && Object.keys(values).length > 0
  const { data } = useQuery({
    // The revision is in the key: a value that was saved and released elsewhere moves the next jump.
    queryKey: [checkResults.path, form.taskId, form.resultsRevision, values],
    queryFn: async ({ signal }) => ({
      values,
      ...(await call(checkResults, { params: { id: form.taskId }, body: { values }, signal })),
    }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  })
  const said = wanted ? data : undefined
  return {
    /** Before a field is typed in. */
    hold: (code: string) =>
      setHeld((before) => (before?.code === code ? before : { code, text: typed[code] ?? '' })),
    leave: () => setHeld(null),
    /**
     * About one analyte, as long as it stands as it did when it was asked about; null: nothing but what is saved. A
     * calculated one keeps its value until the next answer; without any it has none, for the saved one is not of what
     * stands beside it.
     */
    about(code: string, calculated: boolean): AboutValue | null {
      if (!differs) return null
      if (calculated && !said) return nothingKnown
      if (!said || (!calculated && (held?.code === code || said.values[code] !== values[code]))) return null
      const result = said.results.find((one) => one.code === code)
      return { result: result ?? null, problem: said.problems[code] ?? null }
    },
  }
}
