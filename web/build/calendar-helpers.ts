/** What react-big-calendar imports of lodash, as far as it uses it: see `small-calendar.ts`. */

type Table = Record<string, unknown>

export const chunk = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )

/** Fills in what the target does not have. */
export function defaults(target: Table, ...sources: readonly Table[]): Table {
  for (const source of sources) for (const key of Object.keys(source)) target[key] ??= source[key]
  return target
}

export const findIndex = <T>(list: readonly T[], is: (one: T) => boolean): number => list.findIndex(is)

/** Of entries: no two have the same fields. */
export const isEqual = (one: unknown, other: unknown): boolean => one === other

export const mapValues = (table: Table, change: (value: unknown, key: string) => unknown): Table =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value, key)]))

export const omit = (table: Table, names: readonly string[]): Table =>
  Object.fromEntries(Object.entries(table).filter(([key]) => !names.includes(key)))

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index)

/** Each key is a property with a number, or a function that gives one. */
export const sortBy = (
  list: readonly Table[],
  keys: readonly (string | ((one: Table) => number))[],
): Table[] =>
  list.toSorted((one, other) => {
    for (const key of keys) {
      const of = (row: Table) => (typeof key === 'string' ? Number(row[key]) : key(row))
      if (of(one) !== of(other)) return of(one) - of(other)
    }
    return 0
  })

export function transform<T>(list: readonly T[], add: (sum: Table, one: T) => unknown, sum: Table): Table {
  for (const one of list) add(sum, one)
  return sum
}
