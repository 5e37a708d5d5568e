import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'

export type PagerProps = {
  /** From 1. */
  page: number
  reachable: number
  numbers?: readonly number[]
  /** How many there are in all, as it is said ("12", "2,000+"), where that is known. */
  of?: string | undefined
  onPage: (page: number) => void
}

/**
 * Prev, numbers, Next; nothing at all when everything is on one page. Lists that page by key can reach the pages seen so
 * far and the next one: `reachable` says how many those are. Where the server says which pages lie around this one,
 * they are given as `numbers`, this one among them.
 */
export function Pager({ page, reachable, numbers, of, onPage }: PagerProps) {
  if (reachable <= 1) return null
  const first = Math.max(1, Math.min(page - 2, reachable - 4))
  const shown = numbers ?? Array.from({ length: Math.min(5, reachable) }, (_, index) => first + index)
  return (
    <nav className="row mt-5 gap-3 max-sm:justify-between" aria-label={t`Pages`}>
      <Button onClick={() => onPage(page - 1)} disabled={page === 1}>
        <ChevronLeftIcon />
        <Trans>Prev</Trans>
      </Button>
      <ul className="flex gap-1">
        {shown.map((number) => (
          <li key={number}>
            <button
              type="button"
              className="min-h-target min-w-target rounded border border-transparent px-2 font-600 text-ink-soft tabular-nums hover:bg-vial-soft hover:text-ink [&[aria-current]]:border-vial [&[aria-current]]:text-vial"
              aria-label={t`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          </li>
        ))}
      </ul>
      <Button onClick={() => onPage(page + 1)} disabled={page === reachable}>
        <Trans>Next</Trans>
        <ChevronRightIcon />
      </Button>
      {of && (
        <p className="ms-auto text-ink-soft max-sm:w-full max-sm:text-center" role="status">
          <Trans>
            Page {page} of {of}
          </Trans>
        </p>
      )}
    </nav>
  )
}
