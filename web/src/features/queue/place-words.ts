import type { Place, Wait } from '#contract/queue-views.ts'
import { sayMinuteRange, sayMinutes, timeOf } from '../../lib/times.ts'

/** "2 people before you", and why, where somebody goes first who came later. */
export function peopleBefore({
  peopleBefore: count,
  before,
}: Pick<Place, 'peopleBefore' | 'before'>): string {
  if (count === 0) return 'You are next'
  const said = count === 1 ? '1 person before you' : `${count} people before you`
  const reasons = [
    before.urgent > 0 && `${before.urgent} urgent`,
    before.appointments > 0 && `${before.appointments} by appointment`,
  ].filter((reason) => reason !== false)
  return reasons.length === 0 ? said : `${said} (${reasons.join(', ')})`
}

/** The wait as it is known: a range, a comparison, or plainly nothing. */
export function waitWords(wait: Wait): { short: string; about: string } {
  switch (wait.kind) {
    case 'range':
      return {
        short: wait.high <= 5 ? 'Up to 5 min' : capital(sayMinuteRange(wait.low, wait.high)),
        about: 'Eight of ten people wait this long.',
      }
    case 'head':
      return {
        short: 'Not yet known',
        about: `Too little is known to say how long. Whoever is next has waited ${sayMinutes(Math.round(wait.minutes))} so far.`,
      }
    case 'unknown':
      return { short: 'Not yet known', about: 'Too little is known today to say how long. We will call you.' }
    default:
      return wait satisfies never
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** When somebody who steps out must be back; null where no range is known or it is too short to go anywhere. */
export function comeBackBy(wait: Wait, zone: string): string | null {
  return wait.kind === 'range' && wait.low >= 10 ? timeOf(wait.comeBackBy, zone) : null
}
