/** Chairs for what is booked at one site on one day: the lowest that is free, as few as there need be. */
export function bookChairs(bookings: readonly { from: number; until: number }[]): {
  chairs: number[]
  most: number
} {
  const freeFrom: number[] = []
  const chairs: number[] = bookings.map(() => 0)
  const inOrder = bookings.map((booking, index) => ({ ...booking, index })).sort((a, b) => a.from - b.from)
  for (const { from, until, index } of inOrder) {
    const free = freeFrom.findIndex((at) => at <= from)
    const chair = free < 0 ? freeFrom.length : free
    freeFrom[chair] = until
    chairs[index] = chair + 1
  }
  return { chairs, most: freeFrom.length }
}
