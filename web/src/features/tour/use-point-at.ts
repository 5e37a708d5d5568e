import { type RefObject, useEffect, useState } from 'react'

/** The title of a screen is pointed at where the place itself does not come within this time. */
const patienceMs = 4_000

const ownScrolling = ['wheel', 'touchmove', 'keydown'] as const

/**
 * Marks the place on the screen as soon as it is there, brings it into view, and says whether the panel must stand at the top in order
 * not to cover it. `selector` is null while another screen is open.
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
    // From then on, the page is theirs to scroll.
    const settle = () => {
      isSettled = true
    }
    /** Whether the place reaches into the part of the screen where the panel stands at the bottom. */
    const stand = () => {
      if (!place) return
      const height = panel.current?.offsetHeight ?? 0
      const { bottom } = place.getBoundingClientRect()
      const atTop = bottom > window.innerHeight - height - 24
      setState((last) => (last.found && last.atTop === atTop ? last : { atTop, found: true }))
    }
    point()
    // What is loaded comes later, and may push the place away.
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
