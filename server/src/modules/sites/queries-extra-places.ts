import type { Db } from '#server/platform/database.ts'

/** Statements on the places beyond the chairs, for those who are squeezed in. */

/** The first of them: a laboratory's own chairs end before it. */
export const firstExtra = 491

/**
 * Has the places beyond the chairs stand in the table once somebody is to be squeezed in. Where they do already nothing
 * is written, since writing on chairs is a change of the plan. A name that one of the laboratory's own chairs has is
 * passed over: when somebody else takes one in this very moment, the next is looked for.
 */
export async function makeExtraPlaces(db: Db, siteId: string, count: number): Promise<void> {
  const wanted = Array.from({ length: count }, (_, index) => firstExtra + index)
  while (true) {
    const chairs = await db
      .selectFrom('chair')
      .select(['number', 'name'])
      .where('site_id', '=', siteId)
      .execute()
    const missing = wanted.filter((number) => !chairs.some((one) => one.number === number))
    if (missing.length === 0) return
    const names = freeNames(
      chairs.map(({ name }) => name),
      missing.length,
    )
    await db
      .insertInto('chair')
      .values(
        missing.map((number, index) => ({
          site_id: siteId,
          number,
          name: names[index] ?? '',
          active: false,
          overflow: true,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** "Extra 1" and so on; a site has one chair of a name, however it is spelt. */
function freeNames(taken: readonly string[], count: number): string[] {
  const lower = new Set(taken.map((name) => name.toLowerCase()))
  const names: string[] = []
  for (let number = 1; names.length < count; number++) {
    if (!lower.has(`extra ${number}`)) names.push(`Extra ${number}`)
  }
  return names
}
