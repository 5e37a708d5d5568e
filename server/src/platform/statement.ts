import { CompiledQuery, type RawBuilder, sql } from 'kysely'

/**
 * A statement written out once, with named parameters (`:name`), for the few that are run so often that building the same text
 * anew each time would take longer than is worth it. A `:name` inside quotes counts as well. Throws if a parameter has no value.
 */
export function statement<Row>(
  text: string,
): (values: Readonly<Record<string, unknown>>) => CompiledQuery<Row> {
  const names: string[] = []
  const numbered = text.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const valueIn = (values: Readonly<Record<string, unknown>>) => (name: string) => {
    if (!(name in values)) throw new Error(`The parameter :${name} has no value`)
    return values[name]
  }
  return (values) => CompiledQuery.raw(numbered, names.map(valueIn(values))) as CompiledQuery<Row>
}

/** `and` with the condition of a filter; nothing if the filter is left out, so that each set of filters has its own plan. */
export const andIf = <Value>(
  value: Value | null | undefined,
  condition: (value: Value) => RawBuilder<unknown>,
): RawBuilder<unknown> => (value === null || value === undefined ? sql`` : sql`and ${condition(value)}`)

/** For a comparison with each of some ids. One parameter, so that the text does not depend on their number. */
export const anyId = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`
