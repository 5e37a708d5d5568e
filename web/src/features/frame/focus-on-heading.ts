import { screenHeading } from '../../ui/screen-heading.ts'

/** What a person does to a screen; from then on the focus is theirs. */
const inputs = ['keydown', 'pointerdown'] as const

/**
 * Moves the focus to the heading of a screen, and again if the heading comes later or replaces that of a skeleton: over a slow
 * network a screen is rendered in parts. Ends with the first input of the person, or when the returned function is called.
 */
export function focusOnHeading(): () => void {
  let focused: HTMLElement | null = null
  const focus = () => {
    const found = screenHeading()
    const isLost = focused === null || document.activeElement === document.body
    if (!found || found === focused || !isLost) return
    found.focus({ preventScroll: true })
    focused = found
  }
  const observer = new MutationObserver(focus)
  const stop = () => {
    observer.disconnect()
    for (const input of inputs) window.removeEventListener(input, stop, true)
  }
  for (const input of inputs) window.addEventListener(input, stop, true)
  observer.observe(document.body, { childList: true, subtree: true })
  focus()
  return stop
}
