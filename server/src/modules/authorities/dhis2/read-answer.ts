import { z } from 'zod'
import type { Posted } from '#server/platform/post-outside.ts'
import type { Conflict } from './queries-sendings.ts'

/** What DHIS2 answers to data values: its import summary, since version 2.38 within `response`. Unknown fields are ignored. */

/** The most objections that are kept, and the most characters of each. */
const mostConflicts = 50
const mostText = 300

/** Counts and texts that the database can store: no larger integers, no control characters, no half of a surrogate pair. */
const count = z.int32().min(0).default(0)
const text = (most: number) =>
  z
    .string()
    .default('')
    .transform((said) =>
      said
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, most)
        .toWellFormed(),
    )

const summary = z.object({
  status: z.string().default(''),
  description: text(mostText),
  importCount: z.object({ imported: count, updated: count, ignored: count, deleted: count }),
  conflicts: z.array(z.object({ object: text(60), value: text(mostText) })).default([]),
})
const wrapped = z.object({ response: summary })
const answer = z.object({ message: text(mostText) })

export type Outcome = {
  state: 'accepted' | 'partly' | 'refused'
  status: number
  imported: number | null
  updated: number | null
  ignored: number | null
  deleted: number | null
  conflicts: Conflict[]
  error: string
}

/** The outcome of an answer that is final: another attempt with the same figures would be answered alike. */
export function outcomeOf({ status, said }: Pick<Posted, 'status' | 'said'>): Outcome {
  const body = jsonOf(said)
  const read = summaryOf(body)
  if (!read) {
    const none = { imported: null, updated: null, ignored: null, deleted: null, conflicts: [] }
    return { state: 'refused', status, ...none, error: whyRefused(status, body) }
  }
  const { importCount, conflicts, description } = read
  const { imported, updated, deleted, ignored } = importCount
  const isWhole = status < 300 && ignored === 0 && conflicts.length === 0 && read.status !== 'ERROR'
  const state = isWhole ? 'accepted' : imported + updated + deleted > 0 ? 'partly' : 'refused'
  return {
    state,
    status,
    ...importCount,
    conflicts: conflicts.slice(0, mostConflicts).map(({ object, value }) => ({ object, says: value })),
    error: isWhole ? '' : conflicts.length > 0 ? 'DHIS2 objects to some figures' : description,
  }
}

function summaryOf(body: unknown): z.output<typeof summary> | null {
  const inside = wrapped.safeParse(body)
  if (inside.success) return inside.data.response
  const root = summary.safeParse(body)
  return root.success ? root.data : null
}

function jsonOf(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return null
  }
}

function whyRefused(status: number, body: unknown): string {
  if (status === 401) return 'DHIS2 does not accept the token or the password'
  if (status === 403) return 'The DHIS2 user may not enter data'
  if (status === 404) return 'There is no DHIS2 at this address'
  const said = answer.safeParse(body)
  const message = said.success ? said.data.message : ''
  if (status < 300) return 'The answer is not that of a DHIS2'
  return message === '' ? `DHIS2 answered with status ${status}` : message
}
