import type { BoardState } from '#contract/queue-views.ts'

type RoomOf<Ticket> = { room: BoardState['waiting'][number]['room']; tickets: readonly Ticket[] }

/** How large codes are on the board: so many beside each other, their letters, and the lines of a page, in pixels. */
export type BoardGrid = { columns: number; code: number; line: number; lines: number }

/** A code is 3.3 times as wide as high, with its space; a line has the code and, smaller, its range. */
const widthOfCode = 3.7
const heightOfLine = 1.95
/** Beyond this, codes would be too small to be read from five metres. */
const mostColumns = 4
/** The largest letters, as a share of the height: few people are not shown on posters. */
const largestShare = 0.1

/**
 * The largest codes with which everybody fits on one page, and the smallest where nobody has room at once. A heading takes a line,
 * where there are several rooms.
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
 * The waiting by pages of so many lines, in calling order and room by room. Each room begins with a line for its heading, on each
 * page that it is on, and no page ends with a heading.
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
