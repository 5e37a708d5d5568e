import type { BusyRow } from './queries-chairs.ts'

/** An answer for a month with twenty chairs takes about 100 kB. */
const most = 64

/**
 * A cache of answers that are computed from the occupied times of chairs, since many people look at the same month between two
 * bookings. The occupied times are read from the database for each call, and an entry is valid only while they are the same.
 */
export function keepAnswers<Answer extends object>() {
  const kept = new Map<string, { busy: string; answer: Answer }>()
  return (question: readonly unknown[], rows: readonly BusyRow[], compute: () => Answer): Answer => {
    const key = JSON.stringify(question)
    const busy = rows.map(({ chair, days }) => `${chair} ${days}`).join('\n')
    const before = kept.get(key)
    kept.delete(key)
    const current = before?.busy === busy ? before : { busy, answer: compute() }
    kept.set(key, current)
    // The first entry is the least recently used entry.
    if (kept.size > most) kept.delete(kept.keys().next().value ?? '')
    return current.answer
  }
}
