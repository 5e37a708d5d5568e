import type { ComponentProps } from 'react'
import { classNames } from '../lib/class-names.ts'

/** Around something that is a thing: a visit, a form, a notice. Not around everything. */
export function Card(props: ComponentProps<'section'>) {
  return <section {...props} className={classNames('card', props.className)} />
}
