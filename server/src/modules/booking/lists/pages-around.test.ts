import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cursorOf, keysEachWay, type PageKey, pagesAround, placeOf } from './pages-around.ts'

const rows = (count: number): PageKey[] =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }))

/** The page of a list at a cursor. */
function look(list: readonly PageKey[], limit: number, cursor: string | null) {
  const { key, page: claimed } = placeOf(cursor ?? undefined)
  const first = key === null ? 0 : list.findIndex(({ id }) => id === key.id) + 1
  const ahead = list.slice(first, first + keysEachWay(limit))
  const behind = list.slice(0, first).reverse().slice(0, keysEachWay(limit))
  return { first, ...pagesAround({ ahead, behind }, { limit, claimed }) }
}

describe('pages by cursor', () => {
  it('the cursors of nearby pages lead to the pages found by counting, from any page', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 70 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (count, limit, turns) => {
          const list = rows(count)
          const pages = Math.max(1, Math.ceil(count / limit))
          let here = look(list, limit, null)
          for (const turn of turns) {
            const expected = []
            for (let page = Math.max(1, here.page - 4); page <= Math.min(pages, here.page + 4); page++) {
              if (page !== here.page) expected.push(page)
            }
            expect(here.around.map(({ page }) => page)).toEqual(expected)
            const next = here.around[turn % Math.max(1, here.around.length)]
            if (!next) return
            here = look(list, limit, next.cursor)
            expect(here.page).toBe(next.page)
            expect(here.first).toBe((next.page - 1) * limit)
          }
        },
      ),
    )
  })

  it('page numbers near the beginning are counted again, whatever number the cursor claims', () => {
    const list = rows(20)
    const [, second] = look(list, 5, null).around
    expect(second?.page).toBe(3)
    const { key } = placeOf(second?.cursor ?? undefined)
    expect(key && look(list, 5, cursorOf(key, 77)).page).toBe(3)
  })
})
