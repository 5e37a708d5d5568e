export type Held = { by: string; from: number; until: number }

/**
 * How many minutes of its person's attention each piece of work had: whoever holds several at once divides the time
 * evenly between them. The whole of a person's answers is the time in which they held anything, so that twenty tubes
 * claimed at once and done after twenty minutes are a minute each and no day's work. In the order of `held`.
 */
export function handsOf(held: readonly Held[]): number[] {
  const minutes = held.map(() => 0)
  const byPerson = Map.groupBy(
    held.map((one, index) => ({ ...one, index })),
    ({ by }) => by,
  )
  for (const own of byPerson.values()) {
    const moments = [...new Set(own.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b)
    for (const [index, from] of moments.entries()) {
      const until = moments[index + 1]
      if (until === undefined) break
      const open = own.filter((one) => one.from <= from && one.until >= until)
      for (const one of open) minutes[one.index] = (minutes[one.index] ?? 0) + (until - from) / open.length
    }
  }
  return minutes
}
