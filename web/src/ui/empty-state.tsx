import type { ReactNode } from 'react'

/** Says what will be here and how to begin. `picture` is one of the drawings. */
export function EmptyState({
  picture,
  title,
  about,
  action,
}: {
  picture?: ReactNode
  title: ReactNode
  about?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="stack items-center px-6 py-10 text-center">
      {picture && <div className="mb-4 w-36">{picture}</div>}
      <div className="font-650 text-l *:text-[1em]">{title}</div>
      {about && <p className="mt-2 max-w-[44ch] text-balance text-ink-soft">{about}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
