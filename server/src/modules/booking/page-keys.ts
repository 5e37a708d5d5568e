import { invalid } from '#server/platform/errors.ts'
import type { PageKey } from './queries-visits.ts'

/** Keys of pages: where the page before ended, and which number the page has as counted on the way to it. */
export type Place = { key: PageKey | null; page: number }

type Around = { page: number; around: { page: number; cursor: string | null }[] }

const form =
  /^(?:([1-9]\d{0,6})_)?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/

export const keyOf = ({ key, page }: { key: PageKey; page: number }): string =>
  `${page}_${key.at.toISOString()}_${key.id}`

/** What a cursor means; without one, the first page. */
export function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { key: null, page: 1 }
  const [, page, at, id] = form.exec(cursor) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw invalid({ cursor: ['This is not the key of a page'] })
  }
  return { key: { at: new Date(at), id }, page: Number(page ?? 1) }
}

export const pagesEachWay = 4

/** How many keys to walk, on from the page's first row and back from it. */
export const keysEachWay = (limit: number): number => limit * pagesEachWay + 1

/**
 * The pages that can be turned to from here. `ahead` are the keys from the page's first row on, `behind` those before
 * it, nearest first, `keysEachWay` of both where there are as many. Where the walk back met the beginning, the page's
 * number is counted; else the claim stands, as long as it leaves room for what lies behind.
 */
export function pagesAround(
  { ahead, behind }: { ahead: readonly PageKey[]; behind: readonly PageKey[] },
  { limit, claimed }: { limit: number; claimed: number },
): Around {
  const metBeginning = behind.length < keysEachWay(limit)
  const pagesBehind = metBeginning ? Math.ceil(behind.length / limit) : pagesEachWay
  const page = metBeginning ? pagesBehind + 1 : Math.max(claimed, pagesBehind + 2)
  const around: Around['around'] = []
  for (let back = pagesBehind; back > 0; back--) {
    around.push({ page: page - back, cursor: cursorOf(behind[back * limit], page - back) })
  }
  for (let on = 1; on <= pagesEachWay && ahead.length > on * limit; on++) {
    around.push({ page: page + on, cursor: cursorOf(ahead[on * limit - 1], page + on) })
  }
  return { page, around }
}

const cursorOf = (key: PageKey | undefined, page: number) => (key ? keyOf({ key, page }) : null)
