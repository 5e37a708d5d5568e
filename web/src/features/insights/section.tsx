import { type ReactNode, useId } from 'react'
import css from './insights.module.css'
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
    <section id={id} className={css.section} aria-labelledby={titleId}>
      <div className={css.heading}>
        <h2 id={titleId}>{title}</h2>
        {about && <p>{about}</p>}
      </div>
      {children}
    </section>
  )
}

/** Drawings side by side where there is room. */
export function Drawings({ children }: { children: ReactNode }) {
  return <div className={css.drawings}>{children}</div>
}
