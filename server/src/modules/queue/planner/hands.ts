export type Held = { by: string; from: number; until: number }

/**
 * Minutes of working time on each piece of work, in the order of `held`. A person who holds several at once divides the time evenly:
 * twenty tubes that are claimed together and done after twenty minutes take a minute each.
 */
export function handsOf(held: readonly Held[]): number[] {
  const minutes = held.map(() => 0)
  const byPerson = Map.groupBy(
    held.map((work, index) => ({ ...work, index })),
    ({ by }) => by,
  )
  for (const own of byPerson.values()) {
    const moments = [...new Set(own.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b)
    for (const [index, from] of moments.entries()) {
      const until = moments[index + 1]
      if (until === undefined) break
      const open = own.filter((work) => work.from <= from && work.until >= until)
      for (const { index: at } of open) minutes[at] = (minutes[at] ?? 0) + (until - from) / open.length
    }
  }
  return minutes
}
