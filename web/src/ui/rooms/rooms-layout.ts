import type { Cap } from '../../lib/cap-of.ts'

export type Tone = 'urgent' | 'strong' | 'soft'

/** A person, in one of three tones, or a tube with its cap. */
export type Figure = { kind: 'person'; tone: Tone } | { kind: 'tube'; cap: Cap }

export type Token<Room extends string> = {
  key: string
  room: Room
  /** The number of the seat, from 1; null without a seat. */
  seat: number | null
  figure: Figure
}

export type RoomPlan<Room extends string> = { key: Room; name: string; width: number; height: number }
export type Box = { x: number; y: number; width: number; height: number }
export type Layout<Room extends string> = {
  width: number
  height: number
  boxes: Record<Room, Box>
}

const gap = { wide: 16, narrow: 12 } as const
const wideHeight = 236
const narrowWidth = 360

/** Places the rooms side by side, or below each other on a phone. */
export function layOut<Room extends string>(rooms: readonly RoomPlan<Room>[], narrow: boolean): Layout<Room> {
  let end = 0
  const boxes = {} as Record<Room, Box>
  for (const { key, width, height } of rooms) {
    boxes[key] = narrow
      ? { x: 0, y: end, width: narrowWidth, height }
      : { x: end, y: 0, width, height: wideHeight }
    end += narrow ? height + gap.narrow : width + gap.wide
  }
  return narrow
    ? { width: narrowWidth, height: end - gap.narrow, boxes }
    : { width: end - gap.wide, height: wideHeight, boxes }
}

const head = 40
const pitch = { person: 26, tube: 26 } as const
const edge = 16

export type Placed<Room extends string> = Token<Room> & { x: number; y: number }

/**
 * Places the tokens: those with a seat at their seat, the others in rows, in the given order. `more` has, by room, the number of
 * tokens that do not fit.
 */
export function place<Room extends string>(
  tokens: readonly Token<Room>[],
  layout: Layout<Room>,
  seats: number,
): { placed: Placed<Room>[]; more: Map<Room, number> } {
  const inRoom = new Map<Room, number>()
  const more = new Map<Room, number>()
  const placed = tokens.flatMap((token) => {
    const box = layout.boxes[token.room]
    if (token.seat !== null) {
      const { x, y } = seatAt(box, token.seat, seats)
      return [{ ...token, x, y: y - 6 }]
    }
    const index = inRoom.get(token.room) ?? 0
    inRoom.set(token.room, index + 1)
    const step = pitch[token.figure.kind]
    const columns = Math.max(1, Math.floor((box.width - edge) / step))
    const row = Math.floor(index / columns)
    if (head + (row + 1) * step > box.height) {
      more.set(token.room, (more.get(token.room) ?? 0) + 1)
      return []
    }
    return [
      {
        ...token,
        x: box.x + edge / 2 + step / 2 + (index % columns) * step,
        y: box.y + head + step / 2 + row * step,
      },
    ]
  })
  return { placed, more }
}

/** The centre of the seat with this number, from 1. */
export function seatAt(box: Box, number: number, seats: number): { x: number; y: number } {
  const columns = box.width > box.height ? Math.min(seats, 8) : 2
  const rows = Math.ceil(seats / columns)
  const index = Math.max(0, number - 1)
  return {
    x: box.x + (box.width / columns) * ((index % columns) + 0.5),
    y: box.y + head + ((box.height - head) / rows) * (Math.floor(index / columns) + 0.5),
  }
}
