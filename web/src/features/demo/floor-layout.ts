import type { Room, Token } from './follow-day.ts'

type Box = { x: number; y: number; width: number; height: number }
export type Layout = { width: number; height: number; boxes: Record<Room, Box> }

/** Two ways to lay the rooms out: side by side, and under each other on a phone. */
export const layouts: Record<'wide' | 'narrow', Layout> = {
  wide: {
    width: 1000,
    height: 236,
    boxes: {
      waiting: { x: 0, y: 0, width: 250, height: 236 },
      chairs: { x: 266, y: 0, width: 140, height: 236 },
      transport: { x: 422, y: 0, width: 150, height: 236 },
      bench: { x: 588, y: 0, width: 250, height: 236 },
      release: { x: 854, y: 0, width: 146, height: 236 },
    },
  },
  narrow: {
    width: 360,
    height: 700,
    boxes: {
      waiting: { x: 0, y: 0, width: 360, height: 150 },
      chairs: { x: 0, y: 162, width: 360, height: 110 },
      transport: { x: 0, y: 284, width: 360, height: 100 },
      bench: { x: 0, y: 396, width: 360, height: 180 },
      release: { x: 0, y: 588, width: 360, height: 112 },
    },
  },
}

const head = 40
const pitch = { person: 26, sample: 22 } as const
const edge = 16

export type Placed = Token & { x: number; y: number }

/** Where each token stands: chairs have their places, everywhere else people and tubes stand in rows as they came. */
export function place(tokens: readonly Token[], layout: Layout, chairs: number): Placed[] {
  const inRoom = new Map<Room, number>()
  return tokens.map((token) => {
    const box = layout.boxes[token.room]
    if (token.chair !== null) {
      const { x, y } = chairAt(box, token.chair, chairs)
      return { ...token, x, y: y - 6 }
    }
    const index = inRoom.get(token.room) ?? 0
    inRoom.set(token.room, index + 1)
    const step = pitch[token.kind]
    const columns = Math.max(1, Math.floor((box.width - edge) / step))
    return {
      ...token,
      x: box.x + edge / 2 + step / 2 + (index % columns) * step,
      y: box.y + head + step / 2 + Math.floor(index / columns) * step,
    }
  })
}

/** The middle of a chair, counted from 1 as the simulated laboratory does. */
export function chairAt(box: Box, number: number, chairs: number): { x: number; y: number } {
  const columns = box.width > box.height ? Math.min(chairs, 8) : 2
  const rows = Math.ceil(chairs / columns)
  const index = Math.max(0, number - 1)
  return {
    x: box.x + (box.width / columns) * ((index % columns) + 0.5),
    y: box.y + head + ((box.height - head) / rows) * (Math.floor(index / columns) + 0.5),
  }
}
