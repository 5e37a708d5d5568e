import { screenHeading } from './screen-heading.ts'

/** From the first input on, the focus is the person's. */
const inputs = ['keydown', 'pointerdown'] as const

/** The title of the dialog on top, since what is below it takes no focus; without a dialog that of the screen. */
function title(): HTMLElement | null {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!dialog) return screenHeading()
  const heading = dialog.querySelector('h2')
  // Only now: the browser would give it the focus when the dialog is opened.
  if (heading) heading.tabIndex = -1
  return heading
}

/**
 * Called when a dialog was closed. The browser has given the focus back to what opened it, unless that is gone or disabled. It can
 * also go later, when the screen shows the change. In these cases the focus moves to the title.
 */
export function keepFocusAfterDialog(opener: Element | null): void {
  // Nothing had the focus before.
  if (opener === null || opener === document.body) return
  const observer = new MutationObserver(look)
  const stop = () => {
    observer.disconnect()
    for (const input of inputs) window.removeEventListener(input, stop, true)
  }
  function look() {
    const { activeElement } = document
    if (activeElement === opener) return
    if (activeElement === document.body) {
      const heading = title()
      // The screen is still being loaded.
      if (!heading) return
      heading.focus()
    }
    stop()
  }
  for (const input of inputs) window.addEventListener(input, stop, true)
  observer.observe(document.body, { childList: true, subtree: true })
  look()
}
