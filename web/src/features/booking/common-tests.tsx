import { t } from '@lingui/core/macro'
import { useContext } from 'react'
import { commonTests } from '#contract/options.ts'
import type { BookableTest } from '#contract/sites.ts'
import { NoteMendedContext } from '../../ui/form-problem.ts'
import { PlusIcon } from '../../ui/icons.tsx'

/** Buttons that add the most often booked tests that are not chosen yet. */
export function CommonTests({
  catalogue,
  chosen,
  onChange,
}: {
  catalogue: readonly BookableTest[]
  chosen: readonly string[]
  onChange: (tests: readonly string[]) => void
}) {
  const noteMended = useContext(NoteMendedContext)
  const offered = catalogue.filter(
    ({ name }) => commonTests.some((common) => common === name) && !chosen.includes(name),
  )
  if (offered.length === 0) return null
  return (
    <ul className="mt-3 flex flex-wrap gap-2" aria-label={t`Often booked`}>
      {offered.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className="flex min-h-target cursor-pointer items-center gap-2 rounded border border-line-strong bg-card px-3 py-1 text-start font-550 text-ink text-s hover:border-vial hover:bg-vial-soft"
            aria-label={t`Add ${label}`}
            onClick={() => {
              noteMended('testType')
              onChange([...chosen, name])
            }}
          >
            <PlusIcon size={16} />
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}
