/** Chairs for the bookings of a site on a day: the lowest free chair for each, and so as few as possible. */
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
