import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { type Figures as AllFigures, steps, stepWords, type Time } from '#contract/insights.ts'
import { priorityLabels, priorityTones } from '../../lib/priority-labels.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { Lasting } from './list-columns.tsx'
import type { ListSearch } from './list-search.ts'
import { sayCount, sayLasting } from './number-words.ts'
import type { Shown } from './shown.ts'
import css from './turnaround-cells.module.css'

type Cell = AllFigures['turnaround']['cells'][number]

/** More stand behind a button, and on paper. */
const fewest = 8

/** How long each test took in each priority, against its target, and in which step. */
export function TurnaroundCells({ shown: { now, was, before, behind } }: { shown: Shown }) {
  const [all, setAll] = useState(false)
  const printing = useMedia('print')
  const [titleId, tableId] = [useId(), useId()]
  const cells = now.turnaround.cells.toSorted((a, b) => b.released - a.released)
  const earlier = new Map(was.turnaround.cells.map((cell) => [keyOf(cell), cell]))
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="text-m tracking-normal">
        <Trans>By test and priority</Trans>
      </h3>
      <p className="hint mt-1 mb-3 max-w-[70ch]">
        <Trans>
          Medians, with the 90th percentile below each. The target is the current turnaround time in the
          catalogue.
        </Trans>
      </p>
      <div id={tableId} className={css.cells}>
        <DataTable
          caption={t`Turnaround by test and priority, most tests first`}
          columns={columnsOf(earlier, behind, before)}
          rows={all || printing ? cells : cells.slice(0, fewest)}
          rowKey={keyOf}
          empty={null}
        />
      </div>
      {cells.length > fewest && (
        <p className="mt-2 print:hidden">
          <Button
            variant="plain"
            aria-expanded={all}
            aria-controls={tableId}
            onClick={() => setAll((shownAll) => !shownAll)}
          >
            {all ? t`Show the ${fewest} most frequent` : t`Show all ${cells.length}`}
          </Button>
        </p>
      )}
    </section>
  )
}

const keyOf = ({ test, priority }: Cell) => `${test.code} ${priority}`

function columnsOf(earlier: ReadonlyMap<string, Cell>, behind: ListSearch, before: string): Column<Cell>[] {
  return [
    {
      header: t`Test`,
      cell: ({ test, priority }) => (
        <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1 print:[&>span]:px-1 print:[&>span]:py-0">
          <Link to="/manager-dashboard/insights/tasks" search={{ ...behind, test: test.name, priority }}>
            {test.name}
            <span className="visually-hidden">
              {' '}
              <Trans>in {priorityLabels[priority].toLowerCase()} priority</Trans>
            </span>
          </Link>
          <Badge tone={priorityTones[priority]}>{priorityLabels[priority]}</Badge>
        </span>
      ),
    },
    {
      header: t`Tests`,
      align: 'end',
      cell: (cell) => (
        <Two
          one={<span className="figures">{sayCount(cell.released)}</span>}
          two={t`${sayCount(earlier.get(keyOf(cell))?.released ?? 0)} before`}
          hidden={t`, in ${before}`}
        />
      ),
    },
    {
      header: t`Turnaround`,
      align: 'end',
      cell: ({ total }) => <Times of={total} />,
    },
    {
      header: t`Target`,
      align: 'end',
      cell: (cell) => (
        <span className="inline-flex flex-col items-end gap-0.5 max-sm:flex-row max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 max-sm:gap-y-1 print:[&>span:last-child]:px-1 print:[&>span:last-child]:py-0">
          <Lasting minutes={cell.targetMinutes} />
          <Against cell={cell} />
        </span>
      ),
    },
    ...steps.map((step) => ({
      header: translated(stepWords[step].label),
      align: 'end' as const,
      cell: (cell: Cell) => <Times of={cell.steps[step]} />,
    })),
  ]
}

/** What the colour says stands in the word. */
function Against({ cell: { total, targetMinutes } }: { cell: Cell }) {
  if (total.median === null || total.p90 === null) return null
  if (total.p90 <= targetMinutes)
    return (
      <Badge tone="ok">
        <Trans>Within target</Trans>
      </Badge>
    )
  if (total.median <= targetMinutes)
    return (
      <Badge tone="warning">
        <Trans>90th percentile above target</Trans>
      </Badge>
    )
  return (
    <Badge tone="danger">
      <Trans>Median above target</Trans>
    </Badge>
  )
}

function Times({ of: { median, p90 } }: { of: Time }) {
  if (median === null) return '–'
  const nineOfTen = sayLasting(p90)
  return <Two one={<Lasting minutes={median} />} two={t`90th ${nineOfTen}`} />
}

const Two = ({ one, two, hidden }: { one: ReactNode; two: string; hidden?: string }) => (
  <>
    {one}
    <span className="hint block whitespace-nowrap max-sm:ms-2 max-sm:inline">
      {two}
      {hidden && <span className="visually-hidden">{hidden}</span>}
    </span>
  </>
)
