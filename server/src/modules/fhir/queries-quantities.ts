import { type RawBuilder, sql } from 'kysely'
import { cellCounts, printedUnit } from '#contract/printed-unit.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Asked } from './kind.ts'
import { type Param, tokenOf } from './queries-conditions.ts'
import { type AskedQuantity, type QuantityPrefix, readQuantity } from './read-quantity.ts'
import type { Systems } from './resource.ts'

/** Search by the values of Observations: http://hl7.org/fhir/R4/search.html#quantity */

const value = sql<number | null>`reported_number(r.result)`

/** The numbers of a prefix, from `lowest` to `highest`; null: without a limit. */
type Limits = { lowest: RawBuilder<unknown> | null; highest: RawBuilder<unknown> | null }

const around = (at: RawBuilder<unknown>, by: RawBuilder<unknown>): Limits => ({
  lowest: sql`(${at} - ${by})`,
  highest: sql`(${at} + ${by})`,
})

/** The condition of each prefix, and the limits that every number of it is within; without limits, they narrow nothing. */
function comparedWith({ number, half }: AskedQuantity) {
  const [at, by] = [sql`${number}::numeric`, sql`${half}::numeric`]
  const exact = around(at, by)
  const near = around(at, sql`greatest(${by}, abs(${at}) / 10)`)
  const above: Limits = { lowest: at, highest: null }
  const below: Limits = { lowest: null, highest: at }
  const isExact = sql`${value} >= ${exact.lowest} and ${value} < ${exact.highest}`
  const prefixes: Readonly<Record<QuantityPrefix, { is: RawBuilder<unknown>; limits: Limits | null }>> = {
    eq: { is: isExact, limits: exact },
    ne: { is: sql`not (${isExact})`, limits: null },
    gt: { is: sql`${value} > ${at}`, limits: above },
    sa: { is: sql`${value} > ${at}`, limits: above },
    lt: { is: sql`${value} < ${at}`, limits: below },
    eb: { is: sql`${value} < ${at}`, limits: below },
    ge: { is: sql`${value} >= ${at}`, limits: above },
    le: { is: sql`${value} <= ${at}`, limits: below },
    ap: { is: sql`${value} between ${near.lowest} and ${near.highest}`, limits: near },
  }
  return prefixes
}

/** As Observations show it: a UCUM code only while the unit of the analyte is the one that was printed. */
function hasUnit({ system, code }: AskedQuantity, { ucum }: Systems): RawBuilder<unknown> {
  if (code === null) return sql`true`
  const printed = (Object.keys(cellCounts) as (keyof typeof cellCounts)[]).map((counts) =>
    printedUnit(code, counts),
  )
  const isCoded = sql`(r.ucum = ${code} and r.result ->> 'unit' = any(${printed}::text[]))`
  if (system === null) return sql`(${isCoded} or r.result ->> 'unit' = ${code})`
  return system === ucum ? isCoded : sql`false`
}

function requireQuantity(text: string, name: string): AskedQuantity {
  const quantity = readQuantity(text)
  if (quantity) return quantity
  throw invalid({
    [name]: [
      `“${text.slice(0, 100)}” is not a quantity like 5.4, lt5.4||mmol/L or ge5.4|http://unitsofmeasure.org|mmol/L, with eq, ne, gt, lt, ge, le, sa, eb or ap before it`,
    ],
  })
}

export const quantityParam = (systems: Systems): Param => ({
  type: 'quantity',
  about: 'The value, if it is a number: with a prefix, and the UCUM code of its unit or the unit itself',
  modifiers: ['missing'],
  missing: sql`${value} is null`,
  where(text, name) {
    const asked = requireQuantity(text, name)
    const { is } = comparedWith(asked)[asked.prefix]
    return sql`coalesce(${is} and ${hasUnit(asked, systems)}, false)`
  },
})

/** Compares a code and a value of the same Observation: `718-7$lt7`. */
export const codeAndValueParam = (code: Param, quantity: Param): Param => ({
  type: 'composite',
  about: 'The code and the value: 718-7$lt7',
  where(text, name) {
    const { asksCode, asksValue } = partsOf(text)
    if (asksCode === '' || asksValue === '')
      throw invalid({ [name]: ['Give a code and a value with $ between them'] })
    return sql`(${code.where(asksCode, name, null)} and ${quantity.where(asksValue, name, null)})`
  },
})

function partsOf(text: string) {
  const at = text.lastIndexOf('$')
  return { asksCode: text.slice(0, Math.max(at, 0)), asksValue: at < 0 ? '' : text.slice(at + 1) }
}

/**
 * The condition, with an index, that a report has one of the analytes with one of the values. True if a search does not ask for both,
 * since most reports have some value within any limits.
 */
export async function mayHaveQuantity(db: Db, asked: readonly Asked[]): Promise<RawBuilder<boolean>> {
  const plain = (...names: string[]) =>
    asked.find(({ name, modifier }) => names.includes(name) && !modifier)?.all[0]
  const both = plain('code-value-quantity', 'combo-code-value-quantity')?.map(partsOf)
  const codes = both?.map(({ asksCode }) => asksCode) ?? plain('code', 'combo-code')
  const values = both?.map(({ asksValue }) => asksValue) ?? plain('value-quantity', 'combo-value-quantity')
  if (!codes || !values) return sql`true`
  const limits = values.map((text) => {
    const quantity = readQuantity(text)
    return quantity && comparedWith(quantity)[quantity.prefix].limits
  })
  const analytes = await analytesOf(db, codes)
  const terms = limits.flatMap((one) =>
    one ? [sql`quantity_terms(${analytes}::text[], ${one.lowest}::numeric, ${one.highest}::numeric)`] : [],
  )
  // A value that narrows nothing, or that is refused later.
  if (terms.length < values.length) return sql`true`
  return sql`(r.site_id, r.visit_id, r.version) in (select q.site_id, q.visit_id, q.version from report q
    where reported_quantities(q.content) && (${sql.join(terms, sql` || `)}))`
}

/** The analytes with these codes, in any system. As constants of the search they let PostgreSQL estimate how many reports have them. */
async function analytesOf(db: Db, tokens: readonly string[]): Promise<string[]> {
  const codes = tokens.map((token) => tokenOf(token).code)
  const found = await rowsOf(db)<{
    code: string
  }>`select code from analyte where loinc = any(${codes}::text[])`
  return [...codes, ...found.map(({ code }) => code)]
}
