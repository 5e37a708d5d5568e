import { bigint, instant, type Order, readCursor, uuid, writeCursor } from '#server/platform/list.ts'

/** Where a page begins: after the visit with this start and id. */
export type PageKey = { at: Date; id: string }

/** A cursor also has the number of its page, as counted on the way there. */
const order: Order<PageKey & { page: number }> = { at: instant('at'), id: uuid('id'), page: bigint('page') }

type Around = { page: number; around: { page: number; cursor: string | null }[] }

export const cursorOf = (key: PageKey, page: number): string => writeCursor(order, { ...key, page })

/** What a cursor means; without one, the first page. */
export function placeOf(cursor: string | undefined): { key: PageKey | null; page: number } {
  if (cursor === undefined) return { key: null, page: 1 }
  const { page, ...key } = readCursor(order, cursor)
  return { key, page }
}

export const pagesEachWay = 4

/** How many keys to walk, on from the page's first row and back from it. */
export const keysEachWay = (limit: number): number => limit * pagesEachWay + 1

/**
 * The cursors of the pages around. `ahead` are the keys from the page's first row on, `behind` those before it, nearest first, at most
 * `keysEachWay` of both. If `behind` reaches the beginning, the page's number is counted; otherwise it is the claimed one, unless there
 * are more pages behind.
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
    around.push({ page: page - back, cursor: cursorOrNull(behind[back * limit], page - back) })
  }
  for (let on = 1; on <= pagesEachWay && ahead.length > on * limit; on++) {
    around.push({ page: page + on, cursor: cursorOrNull(ahead[on * limit - 1], page + on) })
  }
  return { page, around }
}

const cursorOrNull = (key: PageKey | undefined, page: number) => (key ? cursorOf(key, page) : null)
