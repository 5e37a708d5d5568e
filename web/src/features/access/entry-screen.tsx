import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page.tsx'

/** The screens on the way in: one form, and on wide windows beside it what it is good for. */
export function EntryScreen({
  title,
  about,
  aside,
  children,
}: {
  title: string
  about?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto grid w-full max-w-[calc(var(--page-wide)_+_48px)] grid-cols-[minmax(0,440px)_minmax(0,440px)] items-start justify-between gap-16 px-6 pt-10 pb-16 max-[861px]:grid-cols-[minmax(0,440px)] max-[861px]:justify-center max-[861px]:px-4 max-[861px]:pt-6 max-[861px]:pb-16">
      <div>
        <PageHeader title={title} about={about} />
        {children}
      </div>
      {aside && (
        <aside className="sticky top-8 rounded-xl bg-vial-soft px-8 py-10 max-[861px]:hidden">{aside}</aside>
      )}
    </div>
  )
}

/** Under a form: the way to the screen that somebody may have been looking for. */
export function EntryFoot({ children }: { children: ReactNode }) {
  return <p className="mt-6 text-ink-soft">{children}</p>
}
