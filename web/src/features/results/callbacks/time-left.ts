import { t } from '@lingui/core/macro'
export type TimeLeft = { late: boolean; text: string }

/** The time in which a critical value must be told: "within 12 min", "within 40 s", and afterwards "4 min overdue". */
export function timeLeft(dueAt: string, now: Date): TimeLeft {
  const seconds = Math.ceil((Date.parse(dueAt) - now.getTime()) / 1000)
  if (seconds <= 0) return { late: true, text: t`${inMinutes(Math.trunc(-seconds / 60))} overdue` }
  if (seconds < 60) return { late: false, text: t`within ${seconds} s` }
  return { late: false, text: t`within ${inMinutes(Math.trunc(seconds / 60))}` }
}

function inMinutes(minutes: number): string {
  const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60]
  if (hours === 0) return t`${rest} min`
  return rest === 0 ? `${hours} h` : t`${hours} h ${rest} min`
}
