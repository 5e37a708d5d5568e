import { t } from '@lingui/core/macro'
import type { EqaResult, EqaRound, EqaRoundState, EqaVerdict } from '#contract/eqa.ts'
import { sayNumber } from '../../../lib/locale.ts'
import { sayUnit } from '../../../lib/units.ts'
import type { Tone } from '../../../ui/badge.tsx'

export const roundStateWords: Readonly<Record<EqaRoundState, { label: string; tone: Tone }>> = {
  open: { label: t`Results to enter`, tone: 'info' },
  sent: { label: t`Sent`, tone: 'neutral' },
  assessed: { label: t`Assessed`, tone: 'ok' },
}

export const verdictWords: Readonly<Record<EqaVerdict, { label: string; tone: Tone }>> = {
  acceptable: { label: t`Acceptable`, tone: 'ok' },
  warning: { label: t`Warning`, tone: 'warning' },
  failed: { label: t`Failed`, tone: 'danger' },
}

/** Formats a number with the decimals that were entered. */
const sayPlain = (value: number) => sayNumber(value, { maximumFractionDigits: 10 })

/** The reported number with its unit, or the reported answer. */
export function sayReported({ value, answer, unit }: Pick<EqaResult, 'value' | 'answer' | 'unit'>): string {
  if (value !== null) return `${sayPlain(value)} ${sayUnit(unit)}`.trim()
  return answer === '' ? t`not reported` : answer
}

/** The target of the provider, or the expected answer. */
export function sayTarget({ target, sd, expected }: Pick<EqaResult, 'target' | 'sd' | 'expected'>): string {
  if (target === null) return expected === '' ? '–' : expected
  return sd === null ? sayPlain(target) : t`${sayPlain(target)}, SD ${sayPlain(sd)}`
}

export const sayScore = (z: number | null): string =>
  z === null
    ? '–'
    : sayNumber(z, { minimumFractionDigits: 1, maximumFractionDigits: 2, signDisplay: 'exceptZero' })

/** The title of a round. */
export const sayRound = ({ scheme, name }: Pick<EqaRound, 'scheme' | 'name'>) => t`${scheme}, round ${name}`
