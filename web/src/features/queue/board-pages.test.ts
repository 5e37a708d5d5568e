import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardPages, gridFor } from './board-pages.ts'

const codes = (count: number, letter = 'A') => Array.from({ length: count }, (_, n) => `${letter}-${n}`)
const screens = [
  { width: 800, height: 850 },
  { width: 530, height: 540 },
  { width: 340, height: 500 },
]

test('few people are shown in the largest codes, on one page', () => {
  for (const size of screens) {
    const grid = gridFor([5], size)
    expect(grid.columns).toBe(2)
    expect(boardPages([{ room: 'collection', tickets: codes(5) }], grid)).toHaveLength(1)
  }
})

test('two hundred people take several pages, of codes that are still legible', () => {
  const grid = gridFor([200], { width: 800, height: 850 })
  expect(grid.code).toBeGreaterThanOrEqual(48)
  const pages = boardPages([{ room: 'collection', tickets: codes(200) }], grid)
  expect(pages.length).toBeGreaterThan(3)
  expect(pages.length).toBeLessThan(9)
})

test('without waiting tickets there is one empty page', () => {
  expect(boardPages([], { columns: 3, lines: 5 })).toEqual([[]])
})

test('no page exceeds its lines, each room has a heading on each of its pages, and each ticket is shown once, in order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 2, max: 12 }),
      (first, second, columns, lines) => {
        const rooms = [
          { room: 'collection', tickets: codes(first) },
          { room: 'reception', tickets: codes(second, 'B') },
        ] as const
        const pages = boardPages(rooms, { columns, lines })
        expect(pages.flat().flatMap(({ tickets }) => tickets)).toEqual(
          rooms.flatMap(({ tickets }) => tickets),
        )
        for (const page of pages) {
          const used = page.reduce((sum, { tickets }) => sum + 1 + Math.ceil(tickets.length / columns), 0)
          expect(used).toBeLessThanOrEqual(lines)
          expect(page.every(({ tickets }) => tickets.length > 0)).toBe(true)
          expect(new Set(page.map(({ room }) => room)).size).toBe(page.length)
        }
      },
    ),
  )
})
