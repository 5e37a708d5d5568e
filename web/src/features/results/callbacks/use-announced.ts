import { useEffect, useState } from 'react'
import type { OpenCallback } from '#contract/results.ts'

/** What was said already, for as long as the page is open: another screen's frame does not say it again. */
const said = new Set<string>()

/** What has come or has become overdue since, to be said aloud at once; the seconds that run are not. */
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
