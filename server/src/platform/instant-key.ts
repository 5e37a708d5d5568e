import { invalid } from '#server/platform/errors.ts'

/** The key of a page in lists by an instant: the last row's instant and id. */
export type InstantKey = { at: Date; id: string }

export const writeCursor = ({ at, id }: InstantKey): string => `${at.toISOString()}_${id}`

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

/** Null without a cursor: the first page. */
export function readCursor(cursor: string | undefined): InstantKey | null {
  if (cursor === undefined) return null
  const [, at, id] = form.exec(cursor) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw invalid({ cursor: ['This is not the key of a page'] })
  }
  return { at: new Date(at), id }
}
