import type { ReactNode } from 'react'

const measures = { wide: 'max-w-[calc(var(--page-wide)+48px)]', text: 'max-w-text', narrow: 'max-w-120' }

/** The measure of a screen: `wide` for lists, `text` for reading, `narrow` for one form. */
export function Page({
  measure = 'wide',
  children,
}: {
  measure?: 'wide' | 'text' | 'narrow'
  children: ReactNode
}) {
  return <div className={`page ${measures[measure]}`}>{children}</div>
}

/**
 * Where you are, what is here, and the one thing to do: top right when wide, at the thumb when narrow.
 * The heading takes the focus after navigation.
 */
export function PageHeader({
  title,
  about,
  action,
}: {
  title: ReactNode
  about?: ReactNode
  action?: ReactNode
}) {
  return (
    <header className="mb-8 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:mb-6">
      <div className="min-w-0 flex-[1_1_20rem]">
        <h1 className="wrap-anywhere text-3xl max-sm:text-2xl" tabIndex={-1}>
          {title}
        </h1>
        {about && <p className="mt-2 max-w-[68ch] text-pretty text-ink-soft">{about}</p>}
      </div>
      {action && <div className="page-action">{action}</div>}
    </header>
  )
}
