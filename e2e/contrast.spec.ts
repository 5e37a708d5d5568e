import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, look } from './accessible.ts'

const screen = `<!doctype html><html lang="en"><title>Contrast</title>
  <style>
    body { background: #111; color: #eee }
    section { background: #222; position: relative }
    .under { position: absolute; inset: 0; background: #ccc; display: none }
    p { position: relative }
  </style>
  <main>
    <h1>Contrast</h1>
    <section><div class="under"></div><p>A text on a card</p></section>
  </main>`

const restyle = (page: Page, style: string) =>
  page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend', '<style>${style}</style>')`)

/** If two texts of different contrast had the same look, a fault would stay hidden. */
test('a text that loses its contrast is found, although it has passed before', async ({ page }) => {
  await page.setContent(screen)
  await look(page)
  for (const style of [
    'p { color: #333 }',
    'p { opacity: 0.2 }',
    'section { background: #ccc }',
    'section { background: none } main { background: #ccc }',
    '.under { display: block }',
    'main { opacity: 0.2 }',
    'p { -webkit-text-fill-color: #333 }',
  ]) {
    await restyle(page, style)
    await expect(look(page), style).rejects.toThrow(/color-contrast: (h1, )?p/)
    await page.evaluate(`document.querySelector('main style').remove()`)
    await look(page)
  }
})

test('a text that lacks contrast in light mode alone is found, and so is a link within a text', async ({
  page,
}) => {
  await page.setContent(screen)
  await expectAccessible(page)
  const light = '@media (prefers-color-scheme: light)'
  await restyle(page, `${light} { p { color: #333 } }`)
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast: (h1, )?p/)

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setContent(screen.replace('a card', '<a href="#there">a card</a> of many'))
  await restyle(page, 'a { color: #9cf }')
  await expectAccessible(page)
  await restyle(page, `${light} { a { color: #eee; text-decoration: none } p { color: #ddd } }`)
  await expect(expectAccessible(page)).rejects.toThrow(/link-in-text-block: a/)
})
