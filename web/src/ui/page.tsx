import { createContext, type ReactNode, useContext } from 'react'

const measures = { wide: 'max-w-[calc(var(--page-wide)+48px)]', text: 'max-w-text', narrow: 'max-w-120' }
export type Measure = keyof typeof measures

const Framed = createContext(false)

/**
 * The measure of a screen: `wide` for lists, `text` for reading, `narrow` for one form. Within another page, as on the bench below the
 * scan field, it has no frame of its own.
 */
export function Page({ measure = 'wide', children }: { measure?: Measure; children: ReactNode }) {
  if (useContext(Framed)) return children
  return (
    <Framed value>
      <div className={`page ${measures[measure]}`}>{children}</div>
    </Framed>
  )
}

export type PageHeading = {
  title: ReactNode
  /** Badges. */
  state?: ReactNode
  /** What is here, in a line below the title. */
  about?: ReactNode
  action?: ReactNode
}

/**
 * Where you are, what is here, and the one thing to do: top right when wide, at the thumb when narrow.
 * The heading takes the focus after navigation.
 */
export function PageHeader({ title, state, about, action }: PageHeading) {
  return (
    <header className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:mb-6">
      <div className="min-w-0 flex-[1_1_20rem]">
        <h1 className="wrap-anywhere text-3xl max-sm:text-2xl" tabIndex={-1}>
          {title}
        </h1>
        {(state || about) && (
          <p className={`mt-2 max-w-[68ch] text-pretty text-ink-soft ${state ? 'row gap-x-3 gap-y-1' : ''}`}>
            {state}
            {about && <span className="min-w-0">{about}</span>}
          </p>
        )}
      </div>
      {action && <div className="page-action">{action}</div>}
    </header>
  )
}
