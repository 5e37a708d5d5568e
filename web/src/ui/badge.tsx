import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import css from './badge.module.css'

/** `quiet` is for the usual state, which should not draw the eye. */
export type Tone = 'neutral' | 'quiet' | 'vial' | 'ok' | 'warning' | 'danger' | 'info'

/** A state in a word. The colour only repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(css.badge, css[tone])}>{children}</span>
}
