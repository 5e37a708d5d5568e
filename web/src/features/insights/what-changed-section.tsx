import { t } from '@lingui/core/macro'
import { sectionIds, sections } from './sections.ts'
import type { Shown } from './shown.ts'
import { whatChanged } from './what-changed.ts'

/** What changed, before any figure; each sentence leads to the section that it was taken from. */
export function WhatChanged({ shown }: { shown: Shown }) {
  const sentences = whatChanged(shown)
  if (sentences.length === 0) return null
  return (
    <section aria-label={t`What changed`} className="stack mb-6 max-w-[80ch] gap-2 text-l">
      {sentences.map(({ words, section }) => (
        <p key={words}>
          {words}{' '}
          <a href={`#${section}`} className="whitespace-nowrap">
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
    <nav aria-label={t`Sections`} className="[&_a]:tap mb-6 print:hidden">
      <ul className="flex flex-wrap gap-x-5">
        {sectionIds.map((id) => (
          <li key={id}>
            <a href={`#${id}`}>{sections[id]}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
