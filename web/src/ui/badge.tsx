import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import css from './badge.module.css'

export type Tone = 'neutral' | 'vial' | 'ok' | 'warning' | 'danger' | 'info'

/** A state in a word. The colour only repeats it. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(css.badge, css[tone])}>{children}</span>
}
