import { type RefObject, useEffect, useState } from 'react'

/** If the element has not appeared within this time, the screen's title is used instead. */
const patienceMs = 4_000

const ownScrolling = ['wheel', 'touchmove', 'keydown'] as const

/**
 * Marks the element as soon as it appears, scrolls it into view, and returns whether the panel must be at the top so that it does
 * not cover the element. `selector` is null while another screen is open.
 */
export function usePointAt(
  selector: string | null,
  panel: RefObject<HTMLElement | null>,
): { atTop: boolean; found: boolean } {
  const [state, setState] = useState({ atTop: false, found: false })
  useEffect(() => {
    setState({ atTop: false, found: false })
    if (selector === null) return
    let place: HTMLElement | null = null
    let isLate = false
    let isSettled = false
    const point = () => {
      const next =
        document.querySelector<HTMLElement>(selector) ??
        (isLate ? document.querySelector<HTMLElement>('main h1') : null)
      if (!next) return
      if (next !== place) place?.removeAttribute('data-toured')
      else if (isSettled) return
      place = next
      if (!place.hasAttribute('data-toured')) place.setAttribute('data-toured', '')
      place.scrollIntoView({ block: 'center', behavior: 'instant' })
      stand()
    }
    // After the visitor scrolls or presses a key, the page is no longer scrolled automatically.
    const settle = () => {
      isSettled = true
    }
    /** Moves the panel to the top if the element reaches into the area of the panel at the bottom. */
    const stand = () => {
      if (!place) return
      const height = panel.current?.offsetHeight ?? 0
      const { bottom } = place.getBoundingClientRect()
      const atTop = bottom > window.innerHeight - height - 24
      setState((last) => (last.found && last.atTop === atTop ? last : { atTop, found: true }))
    }
    point()
    // Data that is loaded later may add the element or move it.
    const changes = new MutationObserver(point)
    changes.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => {
      isLate = true
      point()
      settle()
    }, patienceMs)
    for (const heard of ownScrolling) window.addEventListener(heard, settle, { passive: true })
    window.addEventListener('scroll', stand, { passive: true })
    window.addEventListener('resize', stand)
    return () => {
      place?.removeAttribute('data-toured')
      changes.disconnect()
      clearTimeout(timer)
      for (const heard of ownScrolling) window.removeEventListener(heard, settle)
      window.removeEventListener('scroll', stand)
      window.removeEventListener('resize', stand)
    }
  }, [selector, panel])
  return state
}
