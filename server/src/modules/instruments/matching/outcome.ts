import type { HoldReason } from '#contract/hold-reasons.ts'
import type { MeasuredState } from '#contract/instruments.ts'
import type { CodeTarget, Ordered, SampleMeant } from '../queries-matching.ts'
import type { Measured } from '../wire/measured.ts'
import { type Matched, matchValue } from './match-value.ts'
import { accessionsMeantBy, lotMeantBy } from './sample-numbers.ts'

/** The samples, codes, orders and lots that values are matched with. */
export type Facts = {
  controlPattern: string
  samples: readonly SampleMeant[]
  targets: readonly CodeTarget[]
  ordered: readonly Ordered[]
  /** The analyser is out of use: values of patients are held. */
  isOutOfUse: boolean
  lots: readonly { id: string; number: string; analytes: readonly string[] }[]
}

export type Outcome = {
  state: Extract<MeasuredState, 'matched' | 'held' | 'control' | 'unused'>
  reason: HoldReason | ''
  sampleId: string | null
  analyteCode: string | null
  lotId: string | null
} & (Matched | { number: null; text: null })

const nothing = { number: null, text: null, sampleId: null, analyteCode: null, lotId: null } as const
const hold = (reason: HoldReason, known: Partial<Outcome> = {}): Outcome =>
  ({ ...nothing, ...known, state: 'held', reason }) as Outcome

/** The lot number of a control value; null for other values. */
export const lotOf = (measured: Pick<Measured, 'sample' | 'isControl'>, pattern: string): string | null =>
  lotMeantBy(measured.sample, pattern) ?? (measured.isControl ? measured.sample.trim() : null)

/** Matches a value or holds it with a reason. `sampleId`: the sample that a person has assigned the value to. */
export function outcomeOf(measured: Measured, facts: Facts, sampleId: string | null): Outcome {
  const target = facts.targets.find(({ code }) => code === measured.code)
  if (target && target.analyte === null) return { ...nothing, state: 'unused', reason: '' }
  const lot = sampleId === null ? lotOf(measured, facts.controlPattern) : null
  if (lot !== null) return ofControl(measured, target, facts, lot)
  const sample = sampleOf(measured.sample, facts, sampleId)
  if (typeof sample === 'string') return hold(sample)
  const known = { sampleId: sample.id }
  if (sample.status === 'rejected' || sample.status === 'discarded') return hold('sample_gone', known)
  if (!target || target.analyte === null) return hold('unmapped', known)
  const analyteCode = target.analyte
  const order = facts.ordered.find(({ sampleId: id, analyte }) => id === sample.id && analyte === analyteCode)
  if (!order) return hold('not_ordered', { ...known, analyteCode })
  if (!order.isOpen) return hold('released', { ...known, analyteCode })
  const match = matchValue(target, measured)
  if ('why' in match) return hold(match.why, { ...known, analyteCode })
  if (facts.isOutOfUse) return hold('out_of_use', { ...known, analyteCode })
  return { state: 'matched', reason: '', sampleId: sample.id, analyteCode, lotId: null, ...match.value }
}

function sampleOf(
  written: string,
  { samples }: Facts,
  said: string | null,
): SampleMeant | 'unknown_sample' | 'two_samples' {
  const accessions = accessionsMeantBy(written)
  const meant = samples.filter(({ id, accession }) =>
    said === null ? accessions.includes(accession) : id === said,
  )
  const [first] = meant
  if (!first) return 'unknown_sample'
  return new Set(meant.map(({ id }) => id)).size > 1 ? 'two_samples' : first
}

function ofControl(
  measured: Measured,
  target: CodeTarget | undefined,
  { lots }: Facts,
  number: string,
): Outcome {
  const lot = lots.find((one) => one.number === number.toLowerCase())
  if (!lot) return hold('unknown_control')
  if (!target || target.analyte === null) return hold('unmapped')
  const analyteCode = target.analyte
  if (!lot.analytes.includes(analyteCode)) return hold('no_target', { analyteCode })
  const match = matchValue(target, measured)
  if ('why' in match) return hold(match.why, { analyteCode })
  return { state: 'control', reason: '', sampleId: null, analyteCode, lotId: lot.id, ...match.value }
}
