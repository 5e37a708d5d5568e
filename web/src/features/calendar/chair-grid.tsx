import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { now } from '../../lib/clock.ts'
import { timeOf } from '../../lib/times.ts'
import { useNow } from '../../ui/use-now.ts'
import css from './calendar.module.css'
import {
  axisOf,
  type Chair,
  closedSpans,
  type Day,
  hoursOf,
  minuteOf,
  type Place,
  type Span,
  spanOf,
  type Visit,
  visitsOn,
  whyNotThere,
} from './day-plan.ts'
import { type Moving, movedByKey, within } from './moving.ts'
import { placeOf, samePlace, sayPlace } from './say-place.ts'
import { pixelsPerMinute, useDrag } from './use-drag.ts'
import { standing, VisitBlock } from './visit-block.tsx'

type ChairGridProps = {
  day: Day
  moving: Moving | null
  news: ReadonlySet<string>
  onMoving: (moving: Moving | null) => void
  /** Where it was let go, or Enter pressed. */
  onPlaced: (visit: Visit, place: Place) => void
  onOpen: (visit: Visit) => void
  /** M on a visit that stays where it is. */
  onStays: (visit: Visit) => void
}

/** Chairs side by side with their visits along the time; where it is narrow, a list of visits for each chair. */
export function ChairGrid(props: ChairGridProps) {
  const { day, moving, onMoving, onPlaced, onOpen } = props
  const grid = useRef<HTMLDivElement>(null)
  const axis = axisOf(day)
  const [focused, setFocused] = useState<string | null>(null)
  const loose = visitsOn(day, null)
  const order = [...day.chairs.flatMap((chair) => visitsOn(day, chair.number)), ...loose]
  const tabStop = order.some(({ id }) => id === focused) ? focused : (order[0]?.id ?? null)
  const { handlers, wasDrag } = useDrag({
    grid,
    day,
    axis,
    onDrag: (visit, place) => onMoving({ visitId: visit.id, by: 'pointer', place }),
    onDrop: (visit, place) => {
      onMoving(null)
      const from = placeOf(visit)
      if (!from || !samePlace(from, place)) onPlaced(visit, place)
    },
    onCancel: () => onMoving(null),
  })
  // Opens where something is: at this moment, else at the first visit.
  const opensAt = useRef<string>(undefined)
  useEffect(() => {
    if (opensAt.current === day.day) return
    opensAt.current = day.day
    const minute = Math.floor(now().getTime() / 60_000)
    const today = axis.start <= minute && minute < axis.end
    const first = order[0] ? Math.min(...order.map((visit) => minuteOf(visit.start))) : axis.start
    grid.current?.scrollTo(0, ((today ? minute : first) - axis.start) * pixelsPerMinute - 60)
  })
  const pressed = (event: KeyboardEvent<HTMLDivElement>) => onKey(event, props, order)
  const blockOf = (visit: Visit) => (
    <VisitBlock
      key={visit.id}
      visit={visit}
      zone={day.site.timeZone}
      axisStart={axis.start}
      focusable={visit.id === tabStop}
      moving={moving?.visitId === visit.id}
      news={props.news.has(visit.id)}
      handlers={handlers}
      onOpen={() => {
        if (!wasDrag() && moving === null) onOpen(visit)
      }}
      onFocus={() => setFocused(visit.id)}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would need a heading of its own.
    <div
      className={css.scroll}
      ref={grid}
      role="region"
      aria-label={t`Chairs`}
      // Without a visit nothing inside takes the focus, from which the keyboard scrolls.
      tabIndex={order.length === 0 ? 0 : undefined}
      onKeyDown={pressed}
    >
      <div className={css.grid} style={{ '--chairs': day.chairs.length } as CSSProperties}>
        <Hours axis={axis} zone={day.site.timeZone} />
        {day.chairs.map((chair) => (
          <Column key={chair.number} chair={chair} axis={axis} {...props}>
            {visitsOn(day, chair.number).map(blockOf)}
          </Column>
        ))}
        <NowLine axis={axis} zone={day.site.timeZone} />
      </div>
      {loose.length > 0 && (
        <section className={css.loose} aria-labelledby="no-chair">
          <h2 id="no-chair" className={css.chair}>
            <Trans>Without a booked time</Trans>
          </h2>
          <ol className={css.looseList}>{loose.map(blockOf)}</ol>
        </section>
      )}
    </div>
  )
}

function Column({
  chair,
  axis,
  day,
  moving,
  children,
}: ChairGridProps & { chair: Chair; axis: Span; children: ReactNode[] }) {
  const id = `chair-${chair.number}`
  const about = chair.overflow ? t`overbooked` : chair.active ? null : t`out of use`
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.chair}>
        {chair.name}
        {about && <span className="hint font-400"> {about}</span>}
      </h2>
      <div className={css.track} data-chair={chair.number} style={standing(axis.start, axis)}>
        {closedSpans(day, axis).map((closed) => (
          <div
            key={`${closed.start} ${closed.reason}`}
            className={css.closed}
            style={standing(axis.start, closed)}
          >
            <span>{closed.reason}</span>
          </div>
        ))}
        {day.holds
          .filter((hold) => hold.chair === chair.number)
          .map((hold) => (
            <div key={hold.start} className={css.hold} style={standing(axis.start, spanOf(hold))}>
              <span>
                <Trans>Held</Trans>
              </span>
            </div>
          ))}
        <ol className="max-md:stack max-md:gap-2">{children}</ol>
        {children.length === 0 && (
          <p className="hidden text-ink-soft max-md:block">
            <Trans>Nobody is booked here.</Trans>
          </p>
        )}
        <Ghost axis={axis} day={day} moving={moving} chair={chair.number} />
      </div>
    </section>
  )
}

/** Where the visit that is being moved would go, and whether it can. */
function Ghost({ axis, day, moving, chair }: { axis: Span; day: Day; moving: Moving | null; chair: number }) {
  const now = useNow(60_000)
  const ghost = useRef<HTMLDivElement>(null)
  const visit = day.visits.find((one) => one.id === moving?.visitId)
  const byKeys = moving?.by === 'keys' && moving.place.chair === chair
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step on the way may lead out of sight.
  useEffect(() => {
    if (byKeys) ghost.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [byKeys, moving?.place.start])
  if (!moving || !visit || moving.place.chair !== chair) return null
  const { start } = moving.place
  const whyNot = whyNotThere(day, visit, moving.place, Math.floor(now.getTime() / 60_000))
  const span = { start, end: start + minuteOf(visit.end) - minuteOf(visit.start) }
  return (
    <div
      ref={ghost}
      className={classNames(css.ghost, whyNot !== null && css.bad)}
      style={standing(axis.start, span)}
      aria-hidden="true"
    >
      <span className={css.ghostText}>
        {sayPlace(day, moving.place)}
        {whyNot !== null && `: ${whyNot}`}
      </span>
    </div>
  )
}

function Hours({ axis, zone }: { axis: Span; zone: string }) {
  return (
    <div className={css.hours} aria-hidden="true">
      <div className="sticky top-0 z-1 h-10 border-line-strong border-b bg-card" />
      {hoursOf(axis, zone).map(({ minute, label }) => (
        <span
          key={minute}
          style={{ '--at': `${(minute - axis.start) * pixelsPerMinute}px` } as CSSProperties}
        >
          {label}
        </span>
      ))}
    </div>
  )
}

/** Renewed every minute. */
function NowLine({ axis, zone }: { axis: Span; zone: string }) {
  const now = useNow(60_000)
  const minute = now.getTime() / 60_000
  if (minute < axis.start || minute > axis.end) return null
  return (
    <div
      className={css.now}
      style={{ '--at': `${(minute - axis.start) * pixelsPerMinute}px` } as CSSProperties}
    >
      <span>
        <span className="visually-hidden">
          <Trans>Now</Trans>{' '}
        </span>
        {timeOf(now, zone)}
      </span>
    </div>
  )
}

function onKey(event: KeyboardEvent<HTMLElement>, props: ChairGridProps, order: readonly Visit[]): void {
  const id = (event.target as HTMLElement).closest<HTMLElement>('[data-visit]')?.dataset.visit
  const visit = order.find((one) => one.id === id)
  if (!visit || event.ctrlKey || event.metaKey || event.altKey) return
  const act =
    props.moving?.by === 'keys' ? movingKeys(event.key, visit, props) : restingKeys(event.key, visit, props)
  if (!act) return
  event.preventDefault()
  act()
}

function movingKeys(key: string, visit: Visit, { day, moving, onMoving, onPlaced }: ChairGridProps) {
  if (!moving) return null
  if (key === 'Escape') return () => onMoving(null)
  if (key === 'Enter' || key === ' ') {
    return () => {
      onMoving(null)
      const from = placeOf(visit)
      if (!from || !samePlace(from, moving.place)) onPlaced(visit, moving.place)
    }
  }
  const place = movedByKey(day, moving.place, key)
  return place && (() => onMoving({ ...moving, place: within(day, visit, place) }))
}

function restingKeys(key: string, visit: Visit, { day, onMoving, onStays }: ChairGridProps) {
  if (key === 'm' || key === 'M') {
    const from = placeOf(visit)
    if (visit.whyNotMovable !== null || !from) return () => onStays(visit)
    return () => onMoving({ visitId: visit.id, by: 'keys', place: from })
  }
  const next = neighbour(day, visit, key)
  return next && (() => document.querySelector<HTMLElement>(`[data-visit="${next.id}"]`)?.focus())
}

/** The visit that an arrow key leads to: along a chair, or over to the visit nearest in time on the chair beside. */
function neighbour(day: Day, visit: Visit, key: string): Visit | null {
  const own = visitsOn(day, visit.chair)
  const at = own.findIndex((one) => one.id === visit.id)
  if (key === 'ArrowDown') return own[at + 1] ?? null
  if (key === 'ArrowUp') return own[at - 1] ?? null
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null
  const chairs: (number | null)[] = [...day.chairs.map((chair) => chair.number), null]
  const step = key === 'ArrowLeft' ? -1 : 1
  for (let index = chairs.indexOf(visit.chair) + step; index >= 0 && index < chairs.length; index += step) {
    const there = visitsOn(day, chairs[index] ?? null)
    const far = (one: Visit) => Math.abs(minuteOf(one.start) - minuteOf(visit.start))
    const [nearest] = [...there].sort((a, b) => far(a) - far(b))
    if (nearest) return nearest
  }
  return null
}
