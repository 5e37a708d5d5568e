import { type RawBuilder, sql } from 'kysely'
import { after, days } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import type { Modifier, ParamAbout } from './kind.ts'
import { type DatePrefix, readDate } from './read-date.ts'
import { partsOfRequestId } from './request-id.ts'
import type { Systems } from './resource.ts'

/** Search parameters as SQL conditions on the rows `r` of a table. */

export type Param = ParamAbout & {
  /** `db` has the hash key, by which encrypted values are found. */
  where(value: string, name: string, modifier: Modifier | null, db: Db): RawBuilder<boolean>
  /** One condition for several values; without it, they are compared one by one. */
  whereAny?(values: readonly string[]): RawBuilder<boolean>
  /** The condition that a row has no value; without it, every row has one. */
  missing?: RawBuilder<boolean>
  /** Whether an index finds few rows by this value, whatever else is searched for. */
  findsFew?(value: string, name: string): boolean
}

export const never = sql<boolean>`false`

const comparisons: Readonly<
  Record<DatePrefix, (at: RawBuilder<unknown>, from: Date, until: Date) => RawBuilder<boolean>>
> = {
  eq: (at, from, until) => sql`(${at} >= ${from} and ${at} < ${until})`,
  ne: (at, from, until) => sql`(${at} < ${from} or ${at} >= ${until})`,
  gt: (at, _from, until) => sql`${at} >= ${until}`,
  sa: (at, _from, until) => sql`${at} >= ${until}`,
  lt: (at, from) => sql`${at} < ${from}`,
  eb: (at, from) => sql`${at} < ${from}`,
  ge: (at, from) => sql`${at} >= ${from}`,
  le: (at, _from, until) => sql`${at} < ${until}`,
}

/** @throws a refusal of the parameter if the value is no date */
export function requireDate(value: string, name: string) {
  const date = readDate(value)
  if (date) return date
  throw invalid({
    [name]: [`“${value}” is not a date like 2026-03-09, with eq, ne, gt, lt, ge, le, sa or eb before it`],
  })
}

/**
 * Compares an instant. `mayMatch`: a condition with an index that every matching row meets, made with the same comparison of another
 * column.
 */
export const dateParam = (
  column: string,
  about: string,
  mayMatch: (is: (at: RawBuilder<unknown>) => RawBuilder<boolean>) => RawBuilder<boolean> = () => sql`true`,
): Param => ({
  type: 'date',
  about,
  modifiers: ['missing'],
  missing: sql`${sql.ref(`r.${column}`)} is null`,
  where(value, name) {
    const { prefix, from, until } = requireDate(value, name)
    const is = (at: RawBuilder<unknown>) => comparisons[prefix](at, from, until)
    return sql`(${mayMatch(is)} and ${is(sql.ref(`r.${column}`))})`
  },
})

/** As `dateParam`, for an instant with an index. The rows of a day are few. */
export const indexedDateParam = (column: string, about: string): Param => ({
  ...dateParam(column, about),
  findsFew(value, name) {
    const { prefix, from, until } = requireDate(value, name)
    return prefix === 'eq' && until <= after(from, days(1))
  },
})

/** As `dateParam`, for an instant that is never after that of the column `later`, which has an index. */
export const earlierDateParam = (column: string, later: string, about: string): Param => {
  const date = dateParam(column, about)
  return {
    ...date,
    where(value, name, modifier, db) {
      const { prefix, from } = requireDate(value, name)
      const is = date.where(value, name, modifier, db)
      const hasBeginning = ['eq', 'gt', 'sa', 'ge'].includes(prefix)
      return hasBeginning ? sql`(${sql.ref(`r.${later}`)} >= ${from} and ${is})` : is
    },
  }
}

/** Splits `system|code`. Without `|`, the system is null: any system matches. */
export function tokenOf(value: string): { system: string | null; code: string } {
  const at = value.indexOf('|')
  return at < 0 ? { system: null, code: value } : { system: value.slice(0, at), code: value.slice(at + 1) }
}

/** A code system and the condition that compares its codes. A null system: codes without a system. */
type Place = { system: string | null; is: (code: string, db: Db) => RawBuilder<boolean> }

/** A condition on the program’s own identifiers, which have its own systems. A null system: in any system. */
type Own = (system: string | null, code: string, db: Db) => RawBuilder<boolean>

/** Compares the columns `own_system` and `own_value`. */
export const isOwn: Own = (system, code) =>
  sql`(r.own_value = ${code} ${system === null ? sql`` : sql`and r.own_system = ${system}`})`

export const equals = (column: string) => (code: string) => sql<boolean>`${sql.ref(`r.${column}`)} = ${code}`

/**
 * Compares a code or an identifier in all places that match the requested system, and with `own` the program’s own identifiers.
 */
export const tokenParam = (places: readonly Place[], about: string, own?: Own): Param => ({
  type: 'token',
  about,
  modifiers: ['missing', 'not'],
  where(value, name, _modifier, db) {
    const { system, code } = tokenOf(value)
    if (code === '' || value.includes('\0'))
      throw invalid({ [name]: ['Give a code, or a system and a code'] })
    const asked = places.filter((place) => system === null || (place.system ?? '') === system)
    const matches = [...asked.map(({ is }) => is(code, db)), ...(own ? [own(system, code, db)] : [])]
    return matches.length === 0 ? never : sql`(${sql.join(matches, sql` or `)})`
  },
})

/** Compares the column `reference`, the reference of the visit. */
export const visitReferenceParam = ({ visitReference }: Systems): Param =>
  tokenParam([{ system: visitReference, is: equals('reference') }], 'The reference of the visit')

/** Compares a code of a FHIR value set. Refuses codes that are not in `codes`. */
export const codeParam = (column: string, codes: readonly string[], about: string): Param => ({
  type: 'token',
  about,
  modifiers: ['missing', 'not'],
  where(value, name) {
    const { code } = tokenOf(value)
    if (!codes.includes(code)) throw invalid({ [name]: [`“${code}” is not one of ${codes.join(', ')}`] })
    return equals(column)(code)
  },
})

/** PostgreSQL stores no NUL. @throws a refusal of the parameter if the value contains it */
export function refuseNul(value: string, name: string): void {
  if (value.includes('\0')) throw invalid({ [name]: ['This contains a character that cannot be searched'] })
}

/**
 * Compares a name: a word of it begins with the value, or with modifiers the name is the value or contains it.
 * `mayMatch`: a condition with an index. Every row meets it in whose name a word begins with the value.
 */
export const stringParam = (
  column: string,
  about: string,
  mayMatch: (value: string) => RawBuilder<boolean> = () => sql`true`,
): Param => ({
  type: 'string',
  about,
  modifiers: ['missing', 'exact', 'contains'],
  where(value, name, modifier) {
    refuseNul(value, name)
    const text = sql.ref(`r.${column}`)
    const like = escapeLike(value)
    if (modifier === 'contains') return sql`${text} ilike ${`%${like}%`}`
    const matches =
      modifier === 'exact'
        ? sql`${text} = ${value}`
        : sql`(${text} ilike ${`${like}%`} or ${text} ilike ${`% ${like}%`})`
    return sql`(${mayMatch(value)} and ${matches})`
  },
})

/** Compares a whole URI. */
export const uriParam = (column: string, about: string): Param => ({
  type: 'uri',
  about,
  modifiers: ['missing'],
  where(value, name) {
    refuseNul(value, name)
    return equals(column)(value)
  },
})

/** Compares a URL that ends with the id of its resource. */
export const urlOfIdParam = (beginning: string, column: string): Param => ({
  type: 'uri',
  about: 'The URL',
  modifiers: ['missing'],
  where(value, name) {
    refuseNul(value, name)
    return value.startsWith(beginning) ? equals(column)(value.slice(beginning.length)) : never
  },
})

export const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The UUID in a reference: `Patient/…`, a URL of this server, or the id alone. Null: a reference to another type or server. */
export function idInReference(value: string, type: string, base: string): string | null {
  const id = textInReference(value, type, base)
  return id !== null && uuidForm.test(id) ? id : null
}

/** As `idInReference`, for types whose ids are no UUIDs. */
function textInReference(value: string, type: string, base: string): string | null {
  const relative = value.startsWith(`${base}/`) ? value.slice(base.length + 1) : value
  const id = relative.startsWith(`${type}/`) ? relative.slice(type.length + 1) : relative
  return id.includes('/') || id.includes('\0') ? null : id
}

/** As `referenceParam`, for types whose ids are no UUIDs. */
export const referenceByTextParam = (
  type: string,
  base: string,
  about: string,
  is: (id: string) => RawBuilder<boolean>,
): Param => ({
  type: 'reference',
  about,
  target: type,
  modifiers: ['missing'],
  where(value) {
    const id = textInReference(value, type, base)
    return id === null ? never : is(id)
  },
})

const referenceParam = (
  type: string,
  base: string,
  about: string,
  is: (id: string) => RawBuilder<boolean>,
): Param => referenceByTextParam(type, base, about, (id) => (uuidForm.test(id) ? is(id) : never))

/**
 * Compares the person of a row by the id of any of the person’s records. It compares `record_id`, the record of the visit, which has an
 * index.
 */
export const patientParam = (base: string): Param =>
  referenceParam(
    'Patient',
    base,
    'The patient',
    (id) => sql`r.record_id = any(array(select records_of_person(${id}::uuid)))`,
  )

/** As `patientParam`, for rows that have no column `record_id`. */
export const patientParamBy = (base: string, is: (id: string) => RawBuilder<boolean>): Param => ({
  ...referenceParam('Patient', base, 'The patient', is),
  missing: sql`r.person_id is null`,
})

/** Compares a column with the id of a resource. */
export const rowParam = (type: string, base: string, column: string, about: string): Param =>
  referenceParam(type, base, about, (id) => sql`${sql.ref(`r.${column}`)} = ${id}::uuid`)

export const siteParam = (type: 'Location' | 'Schedule', base: string, about: string): Param =>
  referenceParam(type, base, about, (id) => sql`r.site_id = ${id}::uuid`)

const idAbout = { type: 'token', about: 'The id of the resource' } as const

/** Compares the id of a row. A malformed id is not an error: no row has it. */
export const idParam = (column: string): Param => ({
  ...idAbout,
  where: (value) => (uuidForm.test(value) ? sql`${sql.ref(`r.${column}`)} = ${value}::uuid` : never),
  whereAny: (values) =>
    sql`${sql.ref(`r.${column}`)} = any(${values.filter((value) => uuidForm.test(value))}::uuid[])`,
})

/** As `idParam`, for ids that are numbers. */
export const numberIdParam = (column: string): Param => ({
  ...idAbout,
  where: (value) => (/^\d{1,15}$/.test(value) ? sql`${sql.ref(`r.${column}`)} = ${value}::bigint` : never),
})

/** As `idParam`, for ids that are no UUIDs. */
export const textIdParam = (column: string): Param => ({
  ...idAbout,
  where: (value) => (/^[A-Za-z0-9.-]{1,64}$/.test(value) ? equals(column)(value) : never),
})

/** As `idParam`, for ids that begin with the id of the visit, which finds the row by its index. */
export const idInVisitParam = (form: RegExp): Param => {
  const whereAny = (values: readonly string[]) => {
    const ids = values.filter((value) => form.test(value) && uuidForm.test(value.slice(0, 36)))
    const visits = [...new Set(ids.map((id) => id.slice(0, 36)))]
    return sql<boolean>`(r.visit_id = any(${visits}::uuid[]) and r.id = any(${ids}::text[]))`
  }
  return { ...idAbout, where: (value) => whereAny([value]), whereAny }
}

/** A condition on the rows of an ordered test. `of`: the id of its order, or of its visit. */
type IsOfRequest = (of: string, testCode: string) => RawBuilder<boolean>

function whereRequest(id: string, is: IsOfRequest): RawBuilder<boolean> {
  const parts = partsOfRequestId(id)
  return parts === null ? never : is(parts.orderId, parts.testCode)
}

/** As `idParam`, for the ids of ServiceRequests. */
export const requestIdParam = (
  are: (asked: readonly { of: string; testCode: string }[]) => RawBuilder<boolean>,
): Param => {
  const whereAny = (values: readonly string[]) =>
    are(
      values.flatMap((value) => {
        const parts = partsOfRequestId(value)
        return parts === null ? [] : [{ of: parts.orderId, testCode: parts.testCode }]
      }),
    )
  return { ...idAbout, where: (value) => whereAny([value]), whereAny }
}

/** Compares the ordered test of a row, by the id of a ServiceRequest. */
export const requestParam = (base: string, about: string, is: IsOfRequest): Param => ({
  type: 'reference',
  about,
  target: 'ServiceRequest',
  where: (value) => whereRequest(textInReference(value, 'ServiceRequest', base) ?? '', is),
})

export const specimenParam = (
  base: string,
  { is, missing }: { is: (id: string) => RawBuilder<boolean>; missing: RawBuilder<boolean> },
): Param => ({ ...referenceParam('Specimen', base, 'The sample', is), missing })

/** Compares a category that all resources of a type have. */
export const fixedParam = (concepts: readonly Concept[], about: string): Param =>
  tokenParam(
    concepts
      .flatMap(({ coding }) => coding)
      .map(({ system, code }) => ({ system, is: (asked: string) => sql<boolean>`${asked} = ${code}` })),
    about,
  )

type Concept = { coding: readonly { system: string; code: string }[] }

/** Compares the values of a report or of a panel, by the id of an Observation. */
export const observationParam = (
  base: string,
  is: (visitId: string, hash: string) => RawBuilder<boolean>,
  about: string,
): Param => ({
  type: 'reference',
  about,
  target: 'Observation',
  where(value) {
    const [, visitId, hash] = observationForm.exec(textInReference(value, 'Observation', base) ?? '') ?? []
    return visitId === undefined || hash === undefined ? never : is(visitId, hash)
  },
})

const observationForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{24})$/
