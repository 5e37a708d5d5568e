import { plural, t } from '@lingui/core/macro'
import type { Place, Wait } from '#contract/queue-views.ts'
import { sayMinuteRange, sayMinutes, timeOf } from '../../lib/times.ts'

/** "2 people before you", and why, where somebody goes first who came later. */
export function peopleBefore({
  peopleBefore: count,
  before,
}: Pick<Place, 'peopleBefore' | 'before'>): string {
  if (count === 0) return t`You are next`
  const said = plural(count, { one: t`# person before you`, other: t`# people before you` })
  const reasons = [
    before.urgent > 0 && plural(before.urgent, { one: '# urgent', other: '# urgent' }),
    before.appointments > 0 &&
      plural(before.appointments, { one: t`# by appointment`, other: t`# by appointment` }),
  ].filter((reason) => reason !== false)
  return reasons.length === 0 ? said : `${said} (${reasons.join(', ')})`
}

/** The wait as it is known: a range, a comparison, or plainly nothing. */
export function waitWords(wait: Wait): { short: string; about: string } {
  switch (wait.kind) {
    case 'range':
      return {
        short: wait.high <= 5 ? t`Up to 5 min` : capital(sayMinuteRange(wait.low, wait.high)),
        about: t`Eight of ten people wait this long.`,
      }
    case 'head':
      return {
        short: t`Not yet known`,
        about: sayHead(sayMinutes(Math.round(wait.minutes))),
      }
    case 'unknown':
      return {
        short: t`Not yet known`,
        about: t`Too little is known today to say how long. We will call you.`,
      }
    default:
      return wait satisfies never
  }
}

const sayHead = (waited: string): string =>
  t`Too little is known to say how long. Whoever is next has waited ${waited} so far.`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** When somebody who steps out must be back; null where no range is known or it is too short to go anywhere. */
export function comeBackBy(wait: Wait, zone: string): string | null {
  return wait.kind === 'range' && wait.low >= 10 ? timeOf(wait.comeBackBy, zone) : null
}
