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
    <div className="stack items-center py-10 px-6 text-center">
      {picture && <div className="w-36 mb-4">{picture}</div>}
      <div className="text-l font-650">{title}</div>
      {about && <p className="mt-2 max-w-[44ch] text-balance text-ink-soft">{about}</p>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
