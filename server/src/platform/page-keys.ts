import { id } from '#contract/fields.ts'
import { invalid } from './errors.ts'

/** Keys of the pages of lists: what the last row of the page before is found by. Without one, the first page is meant. */

export const noKey = () => invalid({ cursor: ['This is not the key of a page'] })

/** In lists by id. */
export function readIdKey(cursor: string | undefined): string | null {
  if (cursor !== undefined && !id.safeParse(cursor).success) throw noKey()
  return cursor ?? null
}

/** In lists by an instant, such as a visit's start. */
export type InstantKey = { at: Date; id: string }

export const writeInstantKey = ({ at, id }: InstantKey): string => `${at.toISOString()}_${id}`

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

export function readInstantKey(cursor: string | undefined): InstantKey | null {
  if (cursor === undefined) return null
  const [, at, id] = form.exec(cursor) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) throw noKey()
  return { at: new Date(at), id }
}
