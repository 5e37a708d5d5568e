import { afterEach, expect, test } from 'vitest'
import { focusOnHeading } from './focus-on-heading.ts'

let stop = () => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const show = (html: string) => {
  document.body.innerHTML = html
}
const withHeading = (title: string) => `<main><h1 tabindex="-1">${title}</h1><button>Save</button></main>`
/** What has the focus, after mutations were observed. */
async function focusedText(): Promise<string | null | undefined> {
  await new Promise((resolve) => setTimeout(resolve))
  return document.activeElement === document.body ? null : document.activeElement?.textContent
}

test('the heading of a new screen takes the focus', async () => {
  show(withHeading('Visits'))
  stop = focusOnHeading()
  expect(await focusedText()).toBe('Visits')
})

test('a heading that appears later takes the focus, also from the link that was followed', async () => {
  show('<nav><a href="/visits">Visits</a></nav><main></main>')
  document.querySelector('a')?.focus()
  stop = focusOnHeading()
  expect(await focusedText()).toBe('Visits')
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<h1 tabindex="-1">Your visits</h1>')
  expect(await focusedText()).toBe('Your visits')
})

test('a heading that replaces that of a skeleton takes the focus over', async () => {
  show(withHeading('Loading'))
  stop = focusOnHeading()
  show(withHeading('Ama Mensah'))
  expect(await focusedText()).toBe('Ama Mensah')
})

test('the heading of the skeleton takes the focus, not the heading of the hidden previous screen', async () => {
  show(
    `<main><div style="display: none !important;"><h1 tabindex="-1">Before</h1></div><h1 tabindex="-1">Task</h1></main>`,
  )
  stop = focusOnHeading()
  expect(await focusedText()).toBe('Task')
})

test('a heading leaves the focus to what a screen focuses itself', async () => {
  show(withHeading('Loading'))
  stop = focusOnHeading()
  document.querySelector('button')?.focus()
  document.querySelector('h1')?.replaceWith(Object.assign(document.createElement('h1'), { tabIndex: -1 }))
  expect(await focusedText()).toBe('Save')
})

test('a heading takes no focus after an input of the person', async () => {
  show('<main></main>')
  stop = focusOnHeading()
  window.dispatchEvent(new Event('pointerdown'))
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<h1 tabindex="-1">Late</h1>')
  expect(await focusedText()).toBe(null)
})
