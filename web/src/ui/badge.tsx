import type { ReactNode } from 'react'

/** `quiet` is for the usual state, which should not draw the eye. */
export type Tone = 'neutral' | 'quiet' | 'vial' | 'ok' | 'warning' | 'danger' | 'info'

const tones = {
  neutral: 'bg-sunk text-ink-soft',
  quiet: 'text-ink-soft before:bg-agar',
  vial: 'bg-vial-soft text-vial',
  ok: 'bg-leaf-soft text-leaf-ink',
  warning: 'bg-agar-soft text-agar-ink',
  danger: 'bg-carmine-soft text-carmine',
  info: 'bg-sky-soft text-sky-ink',
}

/** A state in a word. The colour only repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tones[tone]}`}>{children}</span>
}
