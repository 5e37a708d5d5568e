import type { BodyOf } from '#contract/endpoint.ts'
import { controlExceptLines } from '#contract/fields.ts'
import type { enterResults as contract } from '#contract/results.ts'
import { rounded } from '#server/modules/catalogue/index.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Analyte } from './queries-results.ts'

export type Values = BodyOf<typeof contract>['values']
/** A value as it is stored: rounded to what its analyte is reported with, or text. */
export type Read = { code: string; number: number | null; text: string | null }

/** Converts the input to values of the panel. `problems` says why an input is no value, by the code of its analyte. */
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
    const { code, decimals } = analyte
    const given = values[code]
    if (given === undefined || given === '') continue
    const wrong = faultOf(analyte, given)
    if (wrong) problems.set(code, wrong)
    else if (typeof given === 'number') read.push({ code, number: rounded(given, decimals ?? 0), text: null })
    else read.push({ code, number: null, text: given.normalize('NFC').replace(/\r\n?/g, '\n').trim() })
  }
  return { read, problems }
}

/** As `sortValues`, for saving: throws one refusal that names every wrong field, or one if there is no value. */
export function readValues(panel: readonly Analyte[], values: Values): Read[] {
  const { read, problems } = sortValues(panel, values)
  if (problems.size > 0) {
    const fields = [...problems].map(([code, problem]) => [`values.${code}`, [problem]])
    throw invalid(Object.fromEntries(fields))
  }
  if (read.length === 0) throw invalid({ values: ['Enter at least one result'] })
  return read
}

function faultOf(analyte: Analyte, given: number | string): string | null {
  switch (analyte.kind) {
    case 'quantity':
      return whyImpossible(analyte, given)
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

/** Why a measured value cannot be right, for results and for controls; null if it can. */
export function whyImpossible(
  analyte: { name: string; lowest: number | null; highest: number | null },
  given: number | string,
): string | null {
  const { name, lowest: low, highest: high } = analyte
  if (typeof given !== 'number') return `${name} must be a number`
  const [lowest, highest] = [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY]
  return given < lowest || given > highest
    ? `${name} cannot be ${given}: ${lowest} to ${highest} is possible`
    : null
}
