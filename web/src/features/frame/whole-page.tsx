import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'

/** A screen that has nothing to show but a sentence and a way on. */
export function WholePage({
  picture,
  title,
  about,
  children,
}: {
  picture: ReactNode
  title: string
  about: string
  /** The ways on, as buttons or links. */
  children: ReactNode
}) {
  return (
    <div className="py-[clamp(16px,8vh,96px)] [&_h1]:max-w-[20ch] [&_h1]:text-3xl max-sm:[&_h1]:text-2xl">
      <EmptyState
        picture={picture}
        title={<h1 tabIndex={-1}>{title}</h1>}
        about={about}
        action={<div className="flex flex-wrap justify-center gap-3">{children}</div>}
      />
    </div>
  )
}
