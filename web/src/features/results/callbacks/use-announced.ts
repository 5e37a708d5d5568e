import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'

/** A critical value as it is announced. */
export type Announced = { id: string; late: boolean; patient: string; analyte: string; value: string }

/** What was announced since the page was loaded. Kept outside the component, so that the next screen does not repeat it. */
const said = new Set<string>()

/** The text for screen readers: each value when it appears and when it becomes overdue. The countdown is not announced. */
export function useAnnounced(values: readonly Announced[]): string {
  const [words, setWords] = useState('')
  useEffect(() => {
    const news = values.flatMap(({ id, late, patient, analyte, value }) => {
      const key = `${id} ${late}`
      if (said.has(key)) return []
      said.add(key)
      return `${late ? t`Critical value overdue` : t`Critical value to report`}: ${patient}, ${analyte} ${value}.`
    })
    if (news.length > 0) setWords(news.join(' '))
  }, [values])
  return words
}
