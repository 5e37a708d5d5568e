import { useEffect, useState } from 'react'
import type { OpenCallback } from '#contract/results.ts'

/** What was announced since the page was loaded. Kept outside the component, so that the next screen does not repeat it. */
const said = new Set<string>()

/** The text for screen readers: each value when it appears and when it becomes overdue. The countdown is not announced. */
export function useAnnounced(callbacks: readonly (OpenCallback & { late: boolean })[]): string {
  const [words, setWords] = useState('')
  useEffect(() => {
    const news = callbacks.flatMap(({ id, late, patient, analyte, value }) => {
      const key = `${id} ${late}`
      if (said.has(key)) return []
      said.add(key)
      return `${late ? 'Critical value overdue' : 'Critical value to call'}: ${patient}, ${analyte} ${value}.`
    })
    if (news.length > 0) setWords(news.join(' '))
  }, [callbacks])
  return words
}
