import type { CSSProperties, PointerEvent } from 'react'
import { visitStateLabels } from '#contract/visit-states.ts'
import { classNames } from '../../lib/class-names.ts'
import { timeOf } from '../../lib/times.ts'
import css from './calendar.module.css'
import { minuteOf, type Visit } from './day-plan.ts'
import { pixelsPerMinute } from './use-drag.ts'

/** Where something stands on the grid: the list under the grid's width does not look at it. */
export const standing = (axisStart: number, span: { start: number; end: number }) =>
  ({
    '--top': `${(span.start - axisStart) * pixelsPerMinute}px`,
    '--height': `${(span.end - span.start) * pixelsPerMinute}px`,
  }) as CSSProperties

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
        className={classNames(css.visit, css[visit.status], moving && css.away, news && css.news)}
        tabIndex={focusable ? 0 : -1}
        aria-keyshortcuts={visit.whyNotMovable === null ? 'M' : undefined}
        onPointerDown={(event) => handlers.onPointerDown(event, visit)}
        onPointerMove={handlers.onPointerMove}
        onPointerUp={handlers.onPointerUp}
        onPointerCancel={handlers.onPointerCancel}
        onClick={onOpen}
        onFocus={onFocus}
      >
        <span className={css.time}>
          <time dateTime={visit.start}>{time}</time>
          <span className={css.until}>–{timeOf(visit.end, zone)}</span>
        </span>
        <span className={css.name}>{visit.fullName}</span>
        <span className={css.tests}>{visit.testType.join(', ')}</span>
        {visit.priority === 'high' && <span className={css.high}>High</span>}
        {visit.status !== 'booked' && <span className={css.state}>{visitStateLabels[visit.status]}</span>}
      </button>
    </li>
  )
}
