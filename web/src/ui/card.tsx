import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** Its heading, and its name for screen readers. */
  title?: ReactNode
}

/** Around something that is a thing: a visit, a form, a notice. Not around everything. */
export function Card({ title, children, ...props }: CardProps) {
  const id = useId()
  const isNamed = title !== undefined
  return (
    <section
      {...props}
      {...(isNamed && { 'aria-labelledby': id })}
      className={classNames('card', props.className)}
    >
      {isNamed && (
        <h2 id={id} className="heading-row">
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}
