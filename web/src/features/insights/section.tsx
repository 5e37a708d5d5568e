import { type ReactNode, useId } from 'react'
import type { SectionId } from './sections.ts'

/** One question to the laboratory: its figures, then its drawings. */
export function Section({
  id,
  title,
  about,
  children,
}: {
  /** Where links to the section lead. */
  id?: SectionId
  title: ReactNode
  about?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section id={id} className="flow-6 border-t py-8 max-sm:py-6" aria-labelledby={titleId}>
      <div className="[&_h2]:text-xl [&_p]:mt-1 [&_p]:max-w-[70ch] [&_p]:text-ink-soft">
        <h2 id={titleId}>{title}</h2>
        {about && <p>{about}</p>}
      </div>
      {children}
    </section>
  )
}

/** Drawings side by side where there is room. */
export function Drawings({ children }: { children: ReactNode }) {
  return <div className="cols-fit-400 print:flow-6 grid items-start gap-8 print:block">{children}</div>
}
