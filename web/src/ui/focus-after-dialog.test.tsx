import { afterEach, expect, test } from 'vitest'
import { keepFocusAfterDialog } from './focus-after-dialog.ts'

afterEach(() => {
  // Ends what still observes.
  window.dispatchEvent(new Event('pointerdown'))
  document.body.replaceChildren()
})

function show(html: string): HTMLButtonElement {
  document.body.innerHTML = html
  const opener = document.querySelector('button')
  if (!opener) throw new Error('There is no button')
  opener.focus()
  return opener
}
const row = '<main><h1 tabindex="-1">Closures</h1><ul><li><button>Open again</button></li></ul></main>'
/** What has the focus, after mutations were observed. */
async function focusedText(): Promise<string | null | undefined> {
  await new Promise((resolve) => setTimeout(resolve))
  return document.activeElement === document.body ? null : document.activeElement?.textContent
}

test('the focus stays on the button that opened the dialog', async () => {
  keepFocusAfterDialog(show(row))
  expect(await focusedText()).toBe('Open again')
})

test('the focus moves to the title if the button is gone or disabled, or goes when the change is shown', async () => {
  const gone = show(row)
  gone.remove()
  keepFocusAfterDialog(gone)
  expect(await focusedText()).toBe('Closures')

  const disabled = show(row)
  disabled.blur()
  disabled.disabled = true
  keepFocusAfterDialog(disabled)
  expect(await focusedText()).toBe('Closures')

  keepFocusAfterDialog(show(row))
  expect(await focusedText()).toBe('Open again')
  document.querySelector('li')?.remove()
  expect(await focusedText()).toBe('Closures')
})

test('the focus moves to the title of the dialog that is still open', async () => {
  const opener = show(`${row}<dialog open><h2>Visit</h2></dialog>`)
  opener.remove()
  keepFocusAfterDialog(opener)
  expect(await focusedText()).toBe('Visit')
})

test('the focus does not move after an input of the person', async () => {
  keepFocusAfterDialog(show(row))
  window.dispatchEvent(new Event('keydown'))
  document.querySelector('li')?.remove()
  expect(await focusedText()).toBe(null)
})
