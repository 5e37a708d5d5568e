import { invalid } from '#server/platform/errors.ts'

/** Keys of pages of visits: the last one's start and id. */
type Key = { at: Date; id: string }

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

export const keyOfVisit = ({ at, id }: Key): string => `${at.toISOString()}_${id}`

export function placeOfVisit(cursor: string | undefined): Key | null {
  if (cursor === undefined) return null
  const [, at, id] = form.exec(cursor) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw invalid({ cursor: ['This is not the key of a page'] })
  }
  return { at: new Date(at), id }
}
