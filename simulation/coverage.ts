import type { WaitingClass } from './calling-rule.ts'
import type { WaitForecast } from './forecast.ts'

/**
 * Corrects the shown range so that it covers eight of ten waits, whatever the errors of the model. Each
 * end is moved by what the last waits of the same kind would have needed (split conformal prediction, on a rolling
 * window). Plain data, to be stored as JSON.
 *
 * Windows weighed on simulated waits, true model, then 20 % slower service: 100 held 0.76 and then 0.77, for waits that
 * follow each other err alike and a short window runs after them; 300 holds 0.79 and then 0.78. Rejected: moving the
 * target itself by each miss (adaptive conformal inference), which held 0.80 with ranges up to twice as wide.
 */
export type Coverage = { misses: Record<string, Miss[]> }

/** How far the wait lay below the low end and above the high end; negative inside. In units of the expected wait. */
type Miss = [below: number, above: number]

export type PredictedRange = Pick<WaitForecast, 'low' | 'median' | 'high'>

/** What a person was told, and the kind of wait, by which corrections are found. */
export type Told = {
  class: WaitingClass
  /** The number of people ahead; null for a visit that is yet to come. */
  ahead: number | null
  /** As it came from the forecast, before any correction. */
  predicted: PredictedRange
}

export const noCoverage: Coverage = { misses: {} }

const window = 300
/** With fewer waits of the same kind, waits of all kinds are used; with fewer waits in all, nothing is corrected. */
const enough = 60
/** Each end may be missed by one in ten. */
const share = 0.9
const everyone = 'everyone'

/**
 * Learns from a person who was called after `wait` minutes. People who did not have to wait are left out, since nothing
 * was predicted for them.
 */
export function learnCoverage(known: Coverage, told: Told, wait: number): Coverage {
  const { low, median, high } = told.predicted
  if (low === null || median === null || high === null) return known
  const unit = 1 + median
  const miss: Miss = [rounded((low - wait) / unit), rounded((wait - high) / unit)]
  const misses = { ...known.misses }
  for (const kind of [kindOf(told), everyone]) {
    if (kind !== null) misses[kind] = [...(misses[kind] ?? []), miss].slice(-window)
  }
  return { misses }
}

/** The range that would have covered eight of ten of the last waits of this kind. An unknown end stays unknown. */
export function correctedRange(known: Coverage, told: Told): PredictedRange {
  const { low, median, high } = told.predicted
  const kind = kindOf(told)
  const own = kind === null ? [] : (known.misses[kind] ?? [])
  const misses = own.length >= enough ? own : (known.misses[everyone] ?? [])
  if (median === null || misses.length < enough) return told.predicted
  const unit = 1 + median
  const down = low === null ? null : Math.max(0, low - unit * needed(misses.map(([below]) => below)))
  const up = high === null ? null : Math.max(0, high + unit * needed(misses.map(([, above]) => above)))
  // Two corrections inwards can cross; then both ends are set to their middle.
  const crossed = down !== null && up !== null && down > up
  const middle = crossed ? (down + up) / 2 : median
  return crossed ? { low: middle, median: middle, high: middle } : { low: down, median, high: up }
}

/** By class, and by how many are ahead: a few, where service under way counts most, or many, where the mean does. */
function kindOf({ class: of, ahead }: Told): string | null {
  if (ahead === null) return null
  return `${of} ${ahead < 2 ? '0-1' : ahead < 5 ? '2-4' : ahead < 10 ? '5-9' : '10+'}`
}

/** The score that the next wait stays below with a chance of nine in ten: n of its n + 1 equally likely ranks are known. */
function needed(scores: number[]): number {
  scores.sort((a, b) => a - b)
  const place = Math.ceil((scores.length + 1) * share) - 1
  return scores[Math.min(scores.length - 1, place)] ?? 0
}

/** Three digits, without negative zero, which JSON cannot store. */
const rounded = (score: number) => Math.round(score * 1000) / 1000 + 0
