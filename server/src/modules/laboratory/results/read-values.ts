import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { controlExceptLines } from '#contract/fields.ts'
import type { enterResults as contract } from '#contract/results.ts'
import { rounded } from '#server/modules/catalogue/index.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Analyte } from './queries-results.ts'

export type Values = BodyOf<typeof contract>['values']
/** A value as it is stored: rounded to what its analyte is reported with, or text. */
export type Read = { code: string; number: number | null; text: string | null }

/** Turns what was given into values of the panel, and says of each that cannot be one why not, by code. */
export function sortValues(
  panel: readonly Analyte[],
  values: Values,
): { read: Read[]; problems: Map<string, string> } {
  const problems = new Map<string, string>()
  const read: Read[] = []
  for (const code of Object.keys(values)) {
    if (!panel.some((analyte) => analyte.code === code)) problems.set(code, 'This test has no such analyte')
  }
  for (const analyte of panel) {
    const given = values[analyte.code]
    if (given === undefined || given === '') continue
    const wrong = faultOf(analyte, given)
    if (wrong) problems.set(analyte.code, wrong)
    else if (typeof given === 'number')
      read.push({ code: analyte.code, number: rounded(given, analyte.decimals ?? 0), text: null })
    else
      read.push({
        code: analyte.code,
        number: null,
        text: given.normalize('NFC').replace(/\r\n?/g, '\n').trim(),
      })
  }
  return { read, problems }
}

/** As `sortValues`, for saving: refuses with every field that is wrong, and when nothing is left. */
export function readValues(panel: readonly Analyte[], values: Values): Read[] {
  const { read, problems } = sortValues(panel, values)
  if (problems.size > 0) {
    const fields: FieldErrors = Object.fromEntries(
      [...problems].map(([code, problem]) => [`values.${code}`, [problem]]),
    )
    throw invalid(fields)
  }
  if (read.length === 0) throw invalid({ values: ['Enter at least one result'] })
  return read
}

function faultOf(analyte: Analyte, given: number | string): string | null {
  switch (analyte.kind) {
    case 'quantity': {
      if (typeof given !== 'number') return `${analyte.name} must be a number`
      const [lowest, highest] = [
        analyte.lowest ?? Number.NEGATIVE_INFINITY,
        analyte.highest ?? Number.POSITIVE_INFINITY,
      ]
      return given < lowest || given > highest
        ? `${analyte.name} cannot be ${given}: ${lowest} to ${highest} is possible`
        : null
    }
    case 'coded':
    case 'ordinal':
      return typeof given === 'string' && analyte.options.includes(given)
        ? null
        : `${analyte.name} must be one of: ${analyte.options.join(', ')}`
    case 'text':
      if (typeof given !== 'string') return `${analyte.name} must be text`
      if (given.length > 500) return `${analyte.name} can be at most 500 characters`
      return controlExceptLines.test(given)
        ? `${analyte.name} contains a character that cannot be printed`
        : null
    default:
      return analyte.kind satisfies never
  }
}
