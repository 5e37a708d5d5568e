import type { Db } from '#server/platform/database.ts'

/** Statements on extra places, for overbooking. */

/** The number of the first extra place; the laboratory's own chairs have smaller ones. */
export const firstExtra = 491

/**
 * Adds the extra places of a site when they are first needed. If they exist, it writes nothing, since every write to chairs
 * gives the plan a new version. Names that are taken are skipped; if somebody takes one at the same moment, the next is tried.
 */
export async function makeExtraPlaces(db: Db, siteId: string, count: number): Promise<void> {
  const wanted = Array.from({ length: count }, (_, index) => firstExtra + index)
  while (true) {
    const chairs = await db
      .selectFrom('chair')
      .select(['number', 'name'])
      .where('siteId', '=', siteId)
      .execute()
    const missing = wanted.filter((number) => !chairs.some((one) => one.number === number))
    if (missing.length === 0) return
    const taken = new Set(chairs.map(({ name }) => name.toLowerCase()))
    const names = freeNames(taken, missing.length)
    const places = names.map((name, index) => ({ name, number: missing[index] ?? firstExtra }))
    await db
      .insertInto('chair')
      .values(places.map((place) => ({ ...place, siteId, active: false, overflow: true })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** "Extra 1" and so on. Names of chairs are unique regardless of case. */
function freeNames(taken: ReadonlySet<string>, count: number): string[] {
  const names: string[] = []
  for (let number = 1; names.length < count; number++) {
    if (!taken.has(`extra ${number}`)) names.push(`Extra ${number}`)
  }
  return names
}
