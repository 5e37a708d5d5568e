import { type RawBuilder, sql } from 'kysely'
import { cellCounts, printedUnit } from '#contract/printed-unit.ts'
import { type Db, plannedByWords, plannedReading, rowsOf } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Asked } from './kind.ts'
import { type Param, tokenOf } from './queries-conditions.ts'
import type { MayMatch } from './queries-table.ts'
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

/** The units that a report can print for a UCUM code. */
const printedUnits = (code: string) =>
  (Object.keys(cellCounts) as (keyof typeof cellCounts)[]).map((counts) => printedUnit(code, counts))

/** The units that a matching report can have printed. */
const unitsOf = (code: string, system: string | null, { ucum }: Systems): string[] => [
  ...(system === null || system === ucum ? printedUnits(code) : []),
  ...(system === null ? [code] : []),
]

/** As Observations show it: a UCUM code only while the unit of the analyte is the one that was printed. */
function hasUnit({ system, code }: AskedQuantity, { ucum }: Systems): RawBuilder<unknown> {
  if (code === null) return sql`true`
  const printed = printedUnits(code)
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
  where(text, name, _modifier, db) {
    const { asksCode, asksValue } = partsOf(text)
    if (asksCode === '' || asksValue === '')
      throw invalid({ [name]: ['Give a code and a value with $ between them'] })
    return sql`(${code.where(asksCode, name, null, db)} and ${quantity.where(asksValue, name, null, db)})`
  },
})

function partsOf(text: string) {
  const at = text.lastIndexOf('$')
  return { asksCode: text.slice(0, Math.max(at, 0)), asksValue: at < 0 ? '' : text.slice(at + 1) }
}

/** Parameters that find few reports by an index of their own. */
const narrow = ['patient', 'subject', '_id', 'based-on', 'specimen', 'has-member']

/**
 * At most so many reports are found by the index of steps. If more match, reading in the order of release fills a page sooner: among
 * 100,000 reports, 20 values are found in the latest 2,000.
 */
const mostFound = 1_000

/**
 * The condition that a report has a value that may match. The index of steps finds these reports in a statement of its own, since
 * PostgreSQL chooses wrongly between this index and the order of release: it estimates that a step without statistics is in every 200th
 * report, and a search for all values below 8 lists 50 steps. `isWalked`: rows can be read in the order of release until a page is full.
 */
export async function mayHaveQuantity(
  db: Db,
  asked: readonly Asked[],
  isWalked: boolean,
  systems: Systems,
): Promise<MayMatch> {
  const isNarrow = asked.some(({ name, modifier }) => narrow.includes(name) && !modifier)
  const terms = isNarrow ? null : await termsOf(db, asked, systems)
  if (terms === null) return { where: sql`true`, areFew: isNarrow }
  const found = sql`select q.site_id, q.visit_id from report q where reported_steps(q.content) && ${terms}`
  const visits = await plannedReading(db, (reading) =>
    plannedByWords(
      reading,
      () => rowsOf(reading)<{ siteId: string; visitId: string }>`${found} limit ${mostFound + 1}`,
    ),
  )
  if (visits.length <= mostFound) {
    // Two lists can be conditions of the primary key. A list of pairs would be joined after the other tables.
    const [sites, ids] = [new Set(visits.map(({ siteId }) => siteId)), visits.map(({ visitId }) => visitId)]
    const where = sql<boolean>`(r.site_id = any(${[...sites]}::uuid[]) and r.visit_id = any(${ids}::uuid[]))`
    return { where, areFew: true }
  }
  // Materialized, so that PostgreSQL uses the index: computing the steps of a report takes longer than reading its values.
  const where = isWalked
    ? sql<boolean>`true`
    : sql<boolean>`(r.site_id, r.visit_id) in (with found as materialized (${found}) select * from found)`
  return { where, areFew: false }
}

/** The terms of the index that the report of a matching Observation can have; null if the search does not limit the value. */
async function termsOf(
  db: Db,
  asked: readonly Asked[],
  systems: Systems,
): Promise<RawBuilder<string[]> | null> {
  const plain = (...names: string[]) =>
    asked.find(({ name, modifier }) => names.includes(name) && !modifier)?.all
  const both = plain('code-value-quantity', 'combo-code-value-quantity')?.[0]?.map(partsOf)
  const codes = both?.map(({ asksCode }) => asksCode) ?? plain('code', 'combo-code')?.[0]
  const values = both
    ? [both.map(({ asksValue }) => asksValue)]
    : plain('value-quantity', 'combo-value-quantity')
  if (!values) return null
  const analytes = codes && (await analytesOf(db, codes))
  const alternatives = values.map((ones) => ones.map((text) => termsOfOne(text, analytes, systems)))
  // The values of one parameter are alternatives. If a parameter is repeated, each occurrence must match.
  const whole = alternatives.flatMap((ones) => {
    const known = ones.filter((one) => one !== null)
    return known.length === ones.length ? [known] : []
  })
  const single = whole.flatMap((ones) => (ones.length === 1 ? ones : []))
  const [first] = single
  if (first) return listed([{ ...first, limits: single.map(({ limits }) => limits).reduce(within) }])
  return whole[0] ? listed(whole[0]) : null
}

type Terms = { of: readonly string[]; limits: Limits }

/** Null if the value sets no limit, or is refused later. */
function termsOfOne(text: string, analytes: readonly string[] | undefined, systems: Systems): Terms | null {
  const quantity = readQuantity(text)
  const limits = quantity && comparedWith(quantity)[quantity.prefix].limits
  if (!limits) return null
  const units = quantity.code === null ? [''] : unitsOf(quantity.code, quantity.system, systems)
  return { of: analytes ?? units, limits }
}

const within = (one: Limits, other: Limits): Limits => ({
  lowest: sql`greatest(${one.lowest}, ${other.lowest})`,
  highest: sql`least(${one.highest}, ${other.highest})`,
})

const listed = (all: readonly Terms[]): RawBuilder<string[]> =>
  sql`(${sql.join(
    all.map(
      ({ of, limits: { lowest, highest } }) =>
        sql`quantity_terms(${of}::text[], ${lowest}::numeric, ${highest}::numeric)`,
    ),
    sql` || `,
  )})`

/** The analytes with these codes, in any system. */
async function analytesOf(db: Db, tokens: readonly string[]): Promise<string[]> {
  const codes = tokens.map((token) => tokenOf(token).code)
  const found = await rowsOf(db)<{
    code: string
  }>`select code from analyte where loinc = any(${codes}::text[])`
  return [...codes, ...found.map(({ code }) => code)]
}
