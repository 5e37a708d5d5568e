import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type CSSProperties, useState } from 'react'
import type { BoardState } from '#contract/queue-views.ts'
import { roomLabels } from '#contract/ticket-states.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { useSize } from '../../ui/use-size.ts'
import { boardPages, gridFor } from './board-pages.ts'

/** How long each page is shown. */
const pageMs = 10_000

/**
 * All waiting tickets in calling order, each with the range of its wait. If they do not fit on one page, the pages turn
 * automatically. The clock selects the page, so that all boards of a room show the same one.
 */
export function BoardWaiting({ waiting, now }: { waiting: BoardState['waiting']; now: Date }) {
  const [ref, size] = useSize<HTMLDivElement>()
  const [held, setHeld] = useState<number | null>(null)
  const grid = gridFor(
    waiting.map(({ tickets }) => tickets.length),
    size,
  )
  const pages = boardPages(waiting, grid)
  const turn = held ?? Math.floor(now.getTime() / pageMs)
  const index = turn % pages.length
  const [page, total] = [index + 1, pages.length]
  const all = waiting.reduce((sum, { tickets }) => sum + tickets.length, 0)
  return (
    <section aria-label={t`Waiting`} className="stack min-h-0 min-w-0">
      <div
        ref={ref}
        className="min-h-[60dvh] flex-1 overflow-hidden"
        style={
          {
            '--code': `${grid.code}px`,
            '--line': `${grid.line}px`,
            '--columns': grid.columns,
          } as CSSProperties
        }
      >
        {all === 0 && (
          <p className="text-[clamp(18px,1.8vw,34px)] text-ink-soft">
            <Trans>Nobody is waiting.</Trans>
          </p>
        )}
        {pages[index]?.map(({ room, tickets }) => (
          <div key={room}>
            <h2 className="h-(--line) truncate pt-[calc(var(--line)_*_0.35)] text-[calc(var(--code)_*_0.62)] text-ink-soft leading-[1.2]">
              {waiting.length > 1 ? translated(roomLabels[room]) : t`Next`}
            </h2>
            <ol className="[&_li]:stack grid auto-rows-[var(--line)] grid-cols-[repeat(var(--columns),minmax(0,1fr))] [&_li]:whitespace-nowrap">
              {tickets.map(({ code, wait }) => (
                <li key={code}>
                  <span className="font-600 text-[length:var(--code)] leading-[1.15]">{code}</span>
                  <span className="text-[calc(var(--code)_*_0.46)] text-ink-soft leading-[1.3]">
                    {wait ? sayRange(wait) : '\u00a0'}
                  </span>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      {all > 0 && (
        <p className="row min-h-target justify-between gap-x-4 text-[clamp(16px,1.5vw,28px)] text-ink-soft">
          <span>{plural(all, { one: '# waiting', other: '# waiting' })}</span>
          {pages.length > 1 && (
            <>
              <span>
                <Trans>
                  Page {page} of {total}
                </Trans>
              </span>
              <Button
                variant="plain"
                aria-pressed={held !== null}
                onClick={() => setHeld((before) => (before === null ? turn : null))}
              >
                {held === null ? t`Stay on this page` : t`Resume turning pages`}
              </Button>
            </>
          )}
        </p>
      )}
    </section>
  )
}

/** "up to 5 min", "10–20 min": short enough to stand below a code. */
const sayRange = ({ low, high }: { low: number; high: number }): string =>
  low === 0 ? t`up to ${high} min` : t`${low}–${high} min`
