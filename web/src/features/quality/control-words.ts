import { t } from '@lingui/core/macro'
import { type ControlState, isRejection, ruleWords, type WestgardRule } from '#contract/quality-rules.ts'
import { longDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import type { Tone } from '../../ui/badge.tsx'

export const stateTones: Readonly<Record<ControlState, Tone>> = {
  none: 'neutral',
  in: 'ok',
  warning: 'warning',
  answered: 'info',
  out: 'danger',
}

/** A distance from the target as people compare it: "+1.50 SD", "−0.25 SD", "0.00 SD". */
export function sayZ(z: number): string {
  const size = Math.abs(z).toFixed(2)
  if (Number(size) === 0) return '0.00 SD'
  return `${z > 0 ? '+' : '−'}${size} SD`
}

/** "1-3s (beyond 3 SD)"; the warning is left out where a rule rejects anyway. */
export function sayRules(rules: readonly WestgardRule[]): string {
  const said = rules.some(isRejection) ? rules.filter(isRejection) : rules
  return said.map((rule) => `${rule} (${translated(ruleWords[rule])})`).join(', ')
}

export const sayLot = ({ material, level, number }: { material: string; level: string; number: string }) =>
  t`${material}, ${level}, lot ${number}`

/** When a lot ends, in words; null while that is far. */
export function sayExpiry({ expiry, expiresOn }: { expiry: 'fine' | 'soon' | 'expired'; expiresOn: string }) {
  if (expiry === 'fine') return null
  return expiry === 'soon' ? t`Expires soon, on ${longDay(expiresOn)}` : t`Expired on ${longDay(expiresOn)}`
}

/** As many decimals as were typed, and at least those of the analyte. */
export function sayValue(value: number, decimals: number): string {
  const [, typed = ''] = String(value).split('.')
  return value.toFixed(Math.min(10, Math.max(decimals, typed.length)))
}

/** "No control today" where a day is what the laboratory asks for. */
export function sayStale(controlHours: number): string {
  return controlHours === 24 ? t`No control today` : t`No control for ${controlHours} h`
}
