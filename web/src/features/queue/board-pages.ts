import type { BoardState } from '#contract/queue-views.ts'

type RoomOf<Ticket> = { room: BoardState['waiting'][number]['room']; tickets: readonly Ticket[] }

/** The layout of a page of the board: the columns, the height of a code's letters and of a line in pixels, and the number of lines. */
export type BoardGrid = { columns: number; code: number; line: number; lines: number }

/** In letter heights: the width of the widest code with its space, and the height of a line with the code and, smaller, its range. */
const widthOfCode = 3.7
const heightOfLine = 1.95
/** Beyond this, codes would be too small to be read from five metres. */
const mostColumns = 4
/** The largest letter height, as a share of the page's height. */
const largestShare = 0.1

/**
 * Chooses the largest codes with which all tickets fit on one page, or the smallest codes if they do not fit. The heading of each
 * room takes one line.
 */
export function gridFor(
  counts: readonly number[],
  { width, height }: { width: number; height: number },
): BoardGrid {
  for (let columns = 2; ; columns++) {
    const code = Math.max(12, Math.floor(Math.min(width / columns / widthOfCode, height * largestShare)))
    const line = Math.ceil(code * heightOfLine)
    const lines = Math.max(2, Math.floor(height / line))
    const needed = counts.reduce((sum, count) => sum + Math.ceil(count / columns) + 1, 0)
    if (needed <= lines || columns === mostColumns) return { columns, code, line, lines }
  }
}

/**
 * Splits the waiting tickets into pages of `lines` lines, in calling order and by room. A room has a heading on each page on which
 * it has tickets, and no page ends with a heading.
 */
export function boardPages<Ticket>(
  rooms: readonly RoomOf<Ticket>[],
  { columns, lines }: Pick<BoardGrid, 'columns' | 'lines'>,
): RoomOf<Ticket>[][] {
  const pages: RoomOf<Ticket>[][] = [[]]
  let free = lines
  for (const { room, tickets } of rooms) {
    for (let from = 0; from < tickets.length; ) {
      if (free < 2) {
        pages.push([])
        free = lines
      }
      const here = tickets.slice(from, from + (free - 1) * columns)
      pages.at(-1)?.push({ room, tickets: here })
      free -= 1 + Math.ceil(here.length / columns)
      from += here.length
    }
  }
  return pages
}
