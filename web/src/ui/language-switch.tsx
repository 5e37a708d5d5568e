import { t } from '@lingui/core/macro'
import { documentLanguage, languageOptions } from '../lib/locale.ts'
import { ChevronDownIcon } from './icons.tsx'

/**
 * The language of the page, and links to the page in the others. The server keeps the choice, so that it works without a script.
 */
export function LanguageSwitch({ path = '' }: { path?: string }) {
  const current = documentLanguage()
  return (
    <details className="relative">
      <summary className="tap min-w-target cursor-pointer list-none justify-center gap-1 rounded px-2 font-550 hover:bg-vial-soft [&::-webkit-details-marker]:hidden">
        <span className="visually-hidden">{t`Language`}</span> {current.toUpperCase()}
        <ChevronDownIcon size={16} />
      </summary>
      <ul className="absolute end-0 z-30 m-0 min-w-40 list-none rounded border border-line bg-card p-1 shadow-lift">
        {languageOptions().map(({ value, label }) => (
          <li key={value}>
            <a
              href={`${path}?language=${value}`}
              hrefLang={value}
              lang={value}
              className="flex min-h-target items-center rounded px-3 text-ink no-underline hover:bg-vial-soft aria-[current]:font-650 aria-[current]:text-vial"
              aria-current={value === current ? 'true' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
