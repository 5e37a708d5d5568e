import css from './insights.module.css'
import { sectionIds, sections } from './sections.ts'
import type { Shown } from './shown.ts'
import { whatChanged } from './what-changed.ts'

/** What changed, before any figure; each sentence leads to the section that it was taken from. */
export function WhatChanged({ shown }: { shown: Shown }) {
  const sentences = whatChanged(shown)
  if (sentences.length === 0) return null
  return (
    <section aria-label="What changed" className={css.changed}>
      {sentences.map(({ words, section }) => (
        <p key={words}>
          {words}{' '}
          <a href={`#${section}`} className={css.whole}>
            {sections[section]}
          </a>
        </p>
      ))}
    </section>
  )
}

/** The way to each section of a long page. */
export function SectionLinks() {
  return (
    <nav aria-label="Sections" className={css.sections}>
      <ul className={css.sectionList}>
        {sectionIds.map((id) => (
          <li key={id}>
            <a href={`#${id}`}>{sections[id]}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
