import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Day, minuteOf, type Place, type Span, snap, type Visit } from './day-plan.ts'
import { within } from './moving.ts'

/** Height of a minute on the grid, in pixels. */
export const pixelsPerMinute = 2

/** A finger that rests begins a drag; one that moves on scrolls. Milliseconds. */
const longPress = 250
/** A mouse that hardly moves is a click. Pixels. */
const slack = 5
/** How near to its edge the grid begins to scroll. Pixels. */
const edge = 56

type Grip = {
  visit: Visit
  pointer: number
  from: { x: number; y: number }
  /** Minutes between the visit's start and where it was taken hold of. */
  into: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Moves visits about with the pointer over the columns of the grid, which carry `data-chair`. `onDrag` hears every place
 * on the way, `onDrop` the last one, `onCancel` that it was given up.
 */
export function useDrag({
  grid,
  day,
  axis,
  onDrag,
  onDrop,
  onCancel,
}: {
  grid: RefObject<HTMLElement | null>
  day: Day
  axis: Span
  onDrag: (visit: Visit, place: Place) => void
  onDrop: (visit: Visit, place: Place) => void
  onCancel: () => void
}) {
  const grip = useRef<Grip | null>(null)
  const [dragging, setDragging] = useState(false)
  /** The click that a drag ends with is none. */
  const dragged = useRef(false)

  const placeAt = ({ visit, into }: Grip, event: PointerEvent): Place | null => {
    const columns = [...(grid.current?.querySelectorAll<HTMLElement>('[data-chair]') ?? [])]
    const column = columns.find((one) => {
      const { left, right } = one.getBoundingClientRect()
      return left <= event.clientX && event.clientX < right
    })
    if (!column) return null
    const minute = axis.start + (event.clientY - column.getBoundingClientRect().top) / pixelsPerMinute - into
    return within(day, visit, { chair: Number(column.dataset.chair), start: snap(day, minute) })
  }
  const begin = (target: Element, held: Grip) => {
    target.setPointerCapture(held.pointer)
    dragged.current = true
    setDragging(true)
  }
  const end = () => {
    clearTimeout(grip.current?.timer)
    grip.current = null
    setDragging(false)
  }

  useEffect(() => {
    if (!dragging) return
    const keep = (event: TouchEvent) => event.preventDefault()
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      end()
      onCancel()
    }
    window.addEventListener('touchmove', keep, { passive: false })
    window.addEventListener('keydown', giveUp)
    return () => {
      window.removeEventListener('touchmove', keep)
      window.removeEventListener('keydown', giveUp)
    }
  })

  const onPointerDown = (event: PointerEvent, visit: Visit) => {
    dragged.current = false
    if (visit.whyNotMovable !== null || event.button !== 0) return
    const target = event.currentTarget
    const into = (event.clientY - target.getBoundingClientRect().top) / pixelsPerMinute
    const held: Grip = {
      visit,
      pointer: event.pointerId,
      from: { x: event.clientX, y: event.clientY },
      into: Math.min(into, minuteOf(visit.end) - minuteOf(visit.start)),
      timer: undefined,
    }
    if (event.pointerType === 'touch') held.timer = setTimeout(() => begin(target, held), longPress)
    grip.current = held
  }
  const onPointerMove = (event: PointerEvent) => {
    const held = grip.current
    if (!held) return
    if (!dragging) {
      const far = Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y) > slack
      if (!far) return
      if (event.pointerType === 'touch') return end()
      begin(event.currentTarget, held)
    }
    const box = grid.current?.getBoundingClientRect()
    if (box && event.clientY < box.top + edge) grid.current?.scrollBy(0, -edge / 4)
    if (box && event.clientY > box.bottom - edge) grid.current?.scrollBy(0, edge / 4)
    const place = placeAt(held, event)
    if (place) onDrag(held.visit, place)
  }
  const onPointerUp = (event: PointerEvent) => {
    const held = grip.current
    const place = held && dragging ? placeAt(held, event) : null
    const was = dragging
    end()
    if (!held || !was) return
    if (place) onDrop(held.visit, place)
    else onCancel()
  }
  const onPointerCancel = () => {
    const was = dragging
    end()
    if (was) onCancel()
  }
  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
    /** Whether the click that comes now is the end of a drag. */
    wasDrag: () => dragged.current,
  }
}
