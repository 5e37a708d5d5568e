import type { FieldErrors } from './errors.ts'
import { type Gender, genders } from './options.ts'

/**
 * Validation of the intervals of the catalogue, shared by the server, the screen that shows errors while typing, and
 * the check of the shipped catalogue. Ages are whole years, or days for bands of newborns:
 * a band includes its lower age and excludes its upper age.
 */
export type Band = {
  readonly sex: 'any' | Gender
  readonly ageMinYears?: number
  readonly ageMaxYears?: number
  readonly ageMinDays?: number
  readonly ageMaxDays?: number
  readonly low?: number
  readonly high?: number
  readonly criticalLow?: number
  readonly criticalHigh?: number
  /** A condition of the patient under which the band applies, for example a phase of the cycle. */
  readonly condition?: string
}

export type Measured = {
  readonly name: string
  readonly kind: 'quantity' | 'coded' | 'ordinal' | 'text'
  readonly decimals: number | null
  readonly lowest: number | null
  readonly highest: number | null
  readonly options: readonly string[]
}

export type Interval = {
  readonly ranges: readonly Band[]
  readonly normalOptions: readonly string[] | null
  readonly criticalOptions: readonly string[] | null
}

export const oldestAge = 130
/** Maximum age in days; greater ages are given in years. */
export const mostDays = 730

const daysOfYear = 365.25
/** The age at which a band begins or ends, in years; days are a fraction. */
const inYears = (years: number | undefined, days: number | undefined): number | undefined =>
  days === undefined ? years : days / daysOfYear
export const beginOf = ({ ageMinYears, ageMinDays }: Band): number => inYears(ageMinYears, ageMinDays) ?? 0
export const endOf = ({ ageMaxYears, ageMaxDays }: Band): number =>
  inYears(ageMaxYears, ageMaxDays) ?? Number.POSITIVE_INFINITY

/** "12 years", "28 days" */
export const sayAge = (years: number): string => {
  const [count, unit] = Number.isInteger(years) ? [years, 'year'] : [Math.round(years * daysOfYear), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The lower age of a range, without the unit if the upper age has the same: "5" to 10 years, "28 days" to 1 year. */
export function sayBegin(from: number, to: number): string {
  const sameUnit = from === 0 || Number.isInteger(from) === Number.isInteger(to)
  return sameUnit ? (sayAge(from).split(' ')[0] ?? '') : sayAge(from)
}

/** Ages in years that a band covers for a sex; `to` is infinite without an upper age. */
export type Span = { readonly from: number; readonly to: number; readonly index: number }

const limits = ['low', 'high', 'criticalLow', 'criticalHigh'] as const
type Limit = (typeof limits)[number]
const limitNames: Readonly<Record<Limit, string>> = {
  low: 'Low',
  high: 'High',
  criticalLow: 'Critical low',
  criticalHigh: 'Critical high',
}
const people: Readonly<Record<Gender, string>> = { female: 'women', male: 'men' }

/** Whether the interval can flag any value; texts and names have no interval. */
export const judges = ({ ranges, normalOptions, criticalOptions }: Interval): boolean =>
  ranges.length > 0 || normalOptions !== null || criticalOptions !== null

/** All errors of an interval, by the path of the field (`ranges.2.ageMinYears`); empty if it is valid. */
export function intervalFaults(analyte: Measured, interval: Interval): FieldErrors {
  const faults: Record<string, string[]> = {}
  const add = (path: string, message: string) => {
    faults[path] = [...(faults[path] ?? []), message]
  }
  if (analyte.kind === 'quantity') {
    if (interval.normalOptions !== null || interval.criticalOptions !== null) {
      add('normalOptions', `${analyte.name} is a number: it has limits, not answers`)
    }
    interval.ranges.forEach((band, index) => {
      const path = `ranges.${index}`
      for (const [field, message] of [...ageFaults(band), ...limitFaults(analyte, band)]) {
        add(`${path}.${field}`, message)
      }
    })
    for (const [path, message] of coverageFaults(interval.ranges)) add(path, message)
  } else {
    if (interval.ranges.length > 0) add('ranges', `${analyte.name} is not a number: it has no limits`)
    for (const [field, message] of answerFaults(analyte, interval)) add(field, message)
  }
  return faults
}

type Fault = readonly [field: string, message: string]

function ageFaults(band: Band): Fault[] {
  const { ageMinYears, ageMaxYears, ageMinDays, ageMaxDays } = band
  const years = [
    ['ageMinYears', ageMinYears],
    ['ageMaxYears', ageMaxYears],
  ] as const
  const days = [
    ['ageMinDays', ageMinDays, ageMinYears],
    ['ageMaxDays', ageMaxDays, ageMaxYears],
  ] as const
  const odd = [
    ...years.flatMap(([field, age]): Fault[] =>
      age === undefined || isCount(age, oldestAge)
        ? []
        : [[field, `Ages are whole years from 0 to ${oldestAge}`]],
    ),
    ...days.flatMap(([field, age, other]): Fault[] => {
      if (age === undefined) return []
      if (other !== undefined) return [[field, 'Give years or days, not both']]
      return isCount(age, mostDays) ? [] : [[field, `Ages in days are whole days from 0 to ${mostDays}`]]
    }),
  ]
  if (odd.length > 0) return odd
  const end = ageMaxDays === undefined ? 'ageMaxYears' : 'ageMaxDays'
  return endOf(band) <= beginOf(band) ? [[end, 'The band must end after it begins']] : []
}

const isCount = (age: number, most: number) => Number.isInteger(age) && age >= 0 && age <= most

function limitFaults(analyte: Measured, band: Band): Fault[] {
  const given = limits.filter((limit) => band[limit] !== undefined)
  if (given.length === 0) return [['low', 'Give at least one limit']]
  const odd = given.flatMap((limit): Fault[] => {
    const fault = valueFault(analyte, band[limit] ?? 0)
    return fault === null ? [] : [[limit, fault]]
  })
  return odd.length > 0 ? odd : orderFaults(analyte, band)
}

function valueFault({ name, decimals, lowest, highest }: Measured, value: number): string | null {
  if (!Number.isFinite(value)) return 'This is not a number'
  const places = decimals ?? 0
  if (Number(value.toFixed(places)) !== value) {
    return `${name} is reported with ${places === 1 ? '1 decimal' : `${places} decimals`}: ${value} is finer`
  }
  const possible = value >= (lowest ?? -Infinity) && value <= (highest ?? Infinity)
  return possible ? null : `Only ${lowest} to ${highest} is possible`
}

/** Critical limits must lie outside the normal limits. Low and high may be equal only if any amount is abnormal. */
function orderFaults({ lowest }: Measured, { low, high, criticalLow, criticalHigh }: Band): Fault[] {
  const faults: Fault[] = []
  if (low !== undefined && high !== undefined && !(low < high || (low === high && low === lowest))) {
    faults.push(['high', `${limitNames.high} must be above low`])
  }
  const bottom = low ?? high
  if (criticalLow !== undefined && bottom !== undefined && criticalLow >= bottom) {
    faults.push([
      'criticalLow',
      `${limitNames.criticalLow} must be below ${bottom}, outside the normal range`,
    ])
  }
  const top = high ?? low
  if (criticalHigh !== undefined && top !== undefined && criticalHigh <= top) {
    faults.push(['criticalHigh', `${limitNames.criticalHigh} must be above ${top}, outside the normal range`])
  }
  if (criticalLow !== undefined && criticalHigh !== undefined && criticalLow >= criticalHigh) {
    faults.push(['criticalHigh', 'Critical high must be above critical low'])
  }
  return faults
}

/** The bands for a sex and condition by age, without bands whose own ages are invalid. */
export function spansOf(ranges: readonly Band[], gender: Gender, condition: string | undefined): Span[] {
  return ranges
    .flatMap((band, index): Span[] => {
      const applies = (band.sex === 'any' || band.sex === gender) && band.condition === condition
      return applies && ageFaults(band).length === 0 ? [{ from: beginOf(band), to: endOf(band), index }] : []
    })
    .sort((a, b) => a.from - b.from || a.index - b.index)
}

/** The conditions of the bands in order; undefined stands for bands without a condition. */
export const conditionsOf = (ranges: readonly Band[]): (string | undefined)[] => [
  ...new Set(ranges.map((band) => band.condition)),
]

/**
 * Gaps between bands, and overlaps. Ages before the first and after the last band may have no
 * interval, since no published limits cover every age.
 */
function coverageFaults(ranges: readonly Band[]): Fault[] {
  const found = new Map<string, { path: string; say: (who: string) => string; who: Gender[] }>()
  for (const condition of conditionsOf(ranges)) {
    for (const gender of genders) {
      let reached: number | null = null
      for (const { from, to, index } of spansOf(ranges, gender, condition)) {
        if (reached !== null && from !== reached) {
          const key = `${index} ${reached} ${from}`
          const known = found.get(key)
          const say = from > reached ? gapWords(reached, from) : overlapWords(from, Math.min(reached, to))
          if (known) known.who.push(gender)
          else found.set(key, { path: `ranges.${index}.${beginField(ranges[index])}`, say, who: [gender] })
        }
        reached = Math.max(reached ?? 0, to)
      }
    }
  }
  return [...found.values()].map(({ path, say, who }) => [
    path,
    say(who.length === genders.length ? 'anybody' : (people[who[0] ?? 'female'] ?? '')),
  ])
}

const beginField = (band: Band | undefined) => (band?.ageMinDays === undefined ? 'ageMinYears' : 'ageMinDays')

const gapWords = (from: number, to: number) => (who: string) =>
  `No band for ${who} ${fromTo(from, to)}: begin at ${bare(from)}, or let the band before end at ${bare(to)}`
const overlapWords = (from: number, to: number) => (who: string) =>
  to === Number.POSITIVE_INFINITY
    ? `Two bands for ${who} from ${from === 0 ? '0 years' : sayAge(from)} on`
    : `Two bands for ${who} ${fromTo(from, to)}`

const fromTo = (from: number, to: number) => `from ${sayBegin(from, to)} to ${sayAge(to)}`
/** Formats years without a unit. */
const bare = (age: number) => (Number.isInteger(age) ? String(age) : sayAge(age))

function answerFaults(analyte: Measured, { normalOptions, criticalOptions }: Interval): Fault[] {
  const faults: Fault[] = []
  if (analyte.kind === 'text' && (normalOptions !== null || criticalOptions !== null)) {
    return [['normalOptions', `${analyte.name} is written in words: no answer can be called normal`]]
  }
  const lists = [
    ['normalOptions', normalOptions],
    ['criticalOptions', criticalOptions],
  ] as const
  for (const [field, answers] of lists) {
    const unknown = answers?.filter((answer) => !analyte.options.includes(answer)) ?? []
    if (unknown.length > 0) faults.push([field, `${analyte.name} has no answer “${unknown.join('”, “')}”`])
    if (answers?.length === 0) faults.push([field, 'Choose at least one answer, or none of this kind'])
    if (answers && new Set(answers).size < answers.length) faults.push([field, 'An answer stands here twice'])
  }
  const both = normalOptions?.filter((answer) => criticalOptions?.includes(answer)) ?? []
  if (both.length > 0)
    faults.push(['criticalOptions', `“${both.join('”, “')}” cannot be normal and critical`])
  return faults
}

/** Errors of the analyte’s own fields. */
export function analyteFaults({ kind, decimals, lowest, highest, options }: Measured): FieldErrors {
  const faults: Record<string, string[]> = {}
  if (kind === 'quantity') {
    if (decimals === null) faults.decimals = ['A number needs its decimals']
    if (lowest === null) faults.lowest = ['Say what the lowest possible value is']
    if (highest === null) faults.highest = ['Say what the highest possible value is']
    if (lowest !== null && highest !== null && lowest >= highest) {
      faults.highest = ['Highest must be above lowest']
    }
  } else if (decimals !== null || lowest !== null || highest !== null) {
    faults.decimals = ['Only numbers have decimals and bounds']
  }
  const listed = kind === 'coded' || kind === 'ordinal'
  if (listed && options.length < 2) faults.options = ['Give at least two answers to choose from']
  if (!listed && options.length > 0) faults.options = ['Only answers from a list can be listed']
  if (new Set(options).size < options.length) faults.options = ['An answer stands here twice']
  return faults
}
