/** The items that a visit is charged for: packages with a price, and single tests. */

export type BookedTest = {
  code: string
  /** The package that it was booked in. */
  package: string | null
}

/**
 * The codes of the charged items. A package is one item if it has a price (`priced`), or if it was charged or waived before (`settled`).
 * If its tests were charged one by one before, they stay single items, unless the package is added by this change (`added`). A package
 * is charged in full while the visit has one of its tests.
 */
export function chargedItems(
  tests: readonly BookedTest[],
  {
    settled,
    priced,
    added = [],
  }: { settled: ReadonlySet<string>; priced: ReadonlySet<string>; added?: readonly string[] },
): string[] {
  const asOne = new Set<string>()
  for (const code of new Set(tests.flatMap((test) => test.package ?? []))) {
    const own = tests.filter((test) => test.package === code)
    const isNew = added.includes(code) || !own.some((test) => settled.has(test.code))
    if (settled.has(code) || (isNew && priced.has(code))) asOne.add(code)
  }
  return [
    ...asOne,
    ...tests.flatMap((test) => (test.package !== null && asOne.has(test.package) ? [] : test.code)),
  ]
}
