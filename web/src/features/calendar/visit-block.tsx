import { Trans } from '@lingui/react/macro'
import type { CSSProperties, PointerEvent } from 'react'
import { visitStateLabels } from '#contract/visit-states.ts'
import { classNames } from '../../lib/class-names.ts'
import { timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import css from './calendar.module.css'
import { minuteOf, type Visit } from './day-plan.ts'
import { pixelsPerMinute } from './use-drag.ts'

/** Where something stands on the grid: the list under the grid's width does not look at it. */
export const standing = (axisStart: number, span: { start: number; end: number }) =>
  ({
    '--top': `${(span.start - axisStart) * pixelsPerMinute}px`,
    '--height': `${(span.end - span.start) * pixelsPerMinute}px`,
  }) as CSSProperties

/** Where a visit has come: what was begun in blue, what is over in green. */
const grounds: Partial<Record<Visit['status'], string>> = {
  arrived: 'cursor-pointer border-sky bg-sky-soft',
  collected: 'cursor-pointer border-sky bg-sky-soft',
  in_progress: 'cursor-pointer border-sky bg-sky-soft',
  completed: 'cursor-pointer border-leaf bg-leaf-soft',
}

/** A visit in its chair's column, or in its chair's list where it is narrow. */
export function VisitBlock({
  visit,
  zone,
  axisStart,
  focusable,
  moving,
  news,
  handlers,
  onOpen,
  onFocus,
}: {
  visit: Visit
  zone: string
  axisStart: number
  /** One of all visits is in the order of Tab; arrow keys lead on from it. */
  focusable: boolean
  moving: boolean
  /** Somebody else has just changed it. */
  news: boolean
  handlers: {
    onPointerDown: (event: PointerEvent, visit: Visit) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: (event: PointerEvent) => void
    onPointerCancel: () => void
  }
  onOpen: () => void
  onFocus: () => void
}) {
  const time = timeOf(visit.start, zone)
  const span = { start: minuteOf(visit.start), end: minuteOf(visit.end) }
  return (
    <li className={css.visitAt} style={standing(axisStart, span)}>
      <button
        type="button"
        data-visit={visit.id}
        className={classNames(
          css.visit,
          moving ? 'border-dashed bg-card' : grounds[visit.status],
          news && 'outline-2 outline-sky outline-offset-1',
        )}
        tabIndex={focusable ? 0 : -1}
        aria-keyshortcuts={visit.whyNotMovable === null ? 'M' : undefined}
        onPointerDown={(event) => handlers.onPointerDown(event, visit)}
        onPointerMove={handlers.onPointerMove}
        onPointerUp={handlers.onPointerUp}
        onPointerCancel={handlers.onPointerCancel}
        onClick={onOpen}
        onFocus={onFocus}
      >
        <span className="tabular-nums">
          <time dateTime={visit.start}>{time}</time>
          <span className={css.until}>–{timeOf(visit.end, zone)}</span>
        </span>
        <span className="min-w-0 flex-1 truncate font-600" title={visit.fullName}>
          {visit.fullName}
        </span>
        <span className={css.tests}>{visit.testType.join(', ')}</span>
        {visit.priority === 'high' && (
          <span className="font-600 text-carmine">
            <Trans>High</Trans>
          </span>
        )}
        {visit.status !== 'booked' && (
          <span className="text-ink-soft">{translated(visitStateLabels[visit.status])}</span>
        )}
      </button>
    </li>
  )
}
