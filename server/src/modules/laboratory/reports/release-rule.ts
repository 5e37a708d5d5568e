import { type Flag, flagWords } from '#contract/results.ts'
import { isCritical, type Range } from '#server/modules/catalogue/index.ts'

/** When a rule releases results in place of a person: pure. In doubt it does not, and says why. */

export type Limits = Readonly<Record<string, { low: number | null; high: number | null }>>

export type RuleFacts = {
  sampleStatus: string
  prepared: string
  inPlaceOfRejected: boolean
  /** A correction or a withdrawal came before: persons look at what follows it. */
  corrected: boolean
  /** Somebody wrote a comment for the report. */
  commented: boolean
  /** Another laboratory did the test. */
  referred: boolean
  openCallbacks: number
  /** A value was measured while its analyser was out of use. */
  outOfUse: boolean
  /** Why a control forbids it; null when none does. */
  control: string | null
  analytes: readonly AnalyteFacts[]
}

export type AnalyteFacts = {
  code: string
  name: string
  kind: 'quantity' | 'coded' | 'ordinal' | 'text'
  calculated: boolean
  /** Null: nothing was entered. */
  result: {
    number: number | null
    flag: Flag
    delta: boolean
    range: Range | null
    /** There are normal answers to compare with. */
    hasNormal: boolean
    /** The director has confirmed the interval that it was judged by. */
    confirmed: boolean
  } | null
}

/** Every reason that keeps the results from being released by the rule, in the order of the panel; none: it releases. */
export function whyNotByRule(facts: RuleFacts, limits: Limits): string[] {
  return [
    ...whyNotSample(facts),
    ...facts.analytes.flatMap((analyte) => whyNotAnalyte(analyte, limits) ?? []),
  ]
}

function whyNotSample(facts: RuleFacts): string[] {
  return [
    facts.sampleStatus !== 'received' && `the sample is ${facts.sampleStatus}`,
    facts.prepared === 'no' && 'the patient was not prepared',
    facts.inPlaceOfRejected && 'the sample was collected in place of a rejected one',
    facts.corrected && 'released results were withdrawn or corrected before',
    facts.referred && 'another laboratory did the test',
    facts.commented && 'there is a comment, which a person reads',
    facts.openCallbacks > 0 && 'a critical value has not been reported yet',
    facts.outOfUse && 'a value was measured while its analyser was out of use',
    facts.control !== null && facts.control,
  ].filter((reason) => reason !== false)
}

function whyNotAnalyte(
  { code, name, kind, calculated, result }: AnalyteFacts,
  limits: Limits,
): string | null {
  if (result === null) return kind === 'text' || calculated ? null : `${name} has no result`
  const { number, flag, delta, range, hasNormal, confirmed } = result
  if (kind === 'text') return `${name} is in words, which a person reads`
  if (isCritical(flag)) return `${name} is critical`
  if (flag !== '') return `${name} is ${flagWords[flag].toLowerCase()}`
  if (delta) return `${name} has changed much since last time`
  const own = limits[code]
  if (own && number !== null) return isWithin(number, own) ? null : `${name} is beyond the rule’s own limits`
  if (kind === 'quantity' ? range === null : !hasNormal) return `${name} has no interval for this patient`
  return confirmed ? null : `the interval of ${name} is not confirmed`
}

const isWithin = (number: number, { low, high }: { low: number | null; high: number | null }) =>
  (low === null || number >= low) && (high === null || number <= high)
