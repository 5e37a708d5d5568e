import { t } from '@lingui/core/macro'
import type { FieldErrors } from '#contract/errors.ts'
import { type Band, type Interval, intervalFaults, type Measured } from '#contract/interval-rules.ts'
import { readNumber } from '../../lib/read-number.ts'

/** The table of bands while somebody types in it: all texts, as they stand in the fields. Ages are in years, or in days: "28 d". */
export type BandRow = {
  /** Tells rows apart while others come and go. */
  key: number
  sex: Band['sex']
  ageMinYears: string
  ageMaxYears: string
  low: string
  high: string
  criticalLow: string
  criticalHigh: string
  condition: string
}

export const numberFields = [
  'ageMinYears',
  'ageMaxYears',
  'low',
  'high',
  'criticalLow',
  'criticalHigh',
] as const
export type NumberField = (typeof numberFields)[number]

const inDays = { ageMinYears: 'ageMinDays', ageMaxYears: 'ageMaxDays' } as const
/** Not a number alone: a keyboard of digits would not do. */
export const isAge = (field: NumberField): field is keyof typeof inDays => Object.hasOwn(inDays, field)

export function rowsOf(ranges: readonly Band[], decimals: number | null): BandRow[] {
  return ranges.map((band, key) => {
    const text = (field: NumberField) => {
      const days = isAge(field) ? band[inDays[field]] : undefined
      if (days !== undefined) return `${days} d`
      const value = band[field]
      return value === undefined ? '' : isAge(field) ? String(value) : value.toFixed(decimals ?? 0)
    }
    return {
      key,
      sex: band.sex,
      ageMinYears: text('ageMinYears'),
      ageMaxYears: text('ageMaxYears'),
      low: text('low'),
      high: text('high'),
      criticalLow: text('criticalLow'),
      criticalHigh: text('criticalHigh'),
      condition: band.condition ?? '',
    }
  })
}

/** A row more, beginning where the last one ends. */
export function withNewRow(rows: readonly BandRow[]): BandRow[] {
  const last = rows.at(-1)
  return [
    ...rows,
    {
      key: Math.max(-1, ...rows.map((row) => row.key)) + 1,
      sex: last?.sex ?? 'any',
      ageMinYears: last?.ageMaxYears ?? '',
      ageMaxYears: '',
      low: '',
      high: '',
      criticalLow: '',
      criticalHigh: '',
      condition: last?.condition ?? '',
    },
  ]
}

/** The bands that the rows say, and the fields that hold no number. */
export function bandsOf(
  rows: readonly BandRow[],
  decimals: number | null,
): { ranges: Band[]; unread: FieldErrors } {
  const unread: Record<string, string[]> = {}
  const ranges = rows.map((row, index): Band => {
    const numbers: Partial<Record<NumberField | (typeof inDays)[keyof typeof inDays], number>> = {}
    for (const field of numberFields) {
      const text = row[field].trim()
      if (text === '') continue
      const days = isAge(field) && /^(\d+) ?d(?:ays?)?$/i.exec(text)?.[1]
      if (isAge(field) && days) {
        numbers[inDays[field]] = Number(days)
        continue
      }
      const value = readNumber(text, isAge(field) ? 0 : decimals)
      if (value === null) unread[`ranges.${index}.${field}`] = [t`“${text}” is not a number`]
      else numbers[field] = value
    }
    const condition = row.condition.trim()
    return { sex: row.sex, ...numbers, ...(condition !== '' && { condition }) }
  })
  return { ranges, unread }
}

/** Everything that is wrong in the table, by field; what is no number comes first. */
export function faultsOf(analyte: Measured, interval: Interval, unread: FieldErrors): FieldErrors {
  // Years and days share a field.
  const faults = Object.entries(intervalFaults(analyte, interval)).map(([field, said]) => [
    field.replace(/\.(ageM[a-z]{2})Days$/, '.$1Years'),
    said,
  ])
  return { ...Object.fromEntries(faults), ...unread }
}
