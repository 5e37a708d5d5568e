import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Scheme = 'light' | 'dark'

/**
 * A colour that is inherited over several levels arrives a frame later on each of them: the shortest transition starts
 * the next. Ten frames without any are the end of it.
 */
const coloursSettled = `new Promise((done) => {
  let quiet = 0
  const look = () => {
    quiet = document.getAnimations().some(({ playState }) => playState === 'running') ? 0 : quiet + 1
    if (quiet >= 10) done()
    else requestAnimationFrame(look)
  }
  look()
})`

/**
 * By `axe.run` in the page ("legacy"): the other way opens a window for each look and sends it everything that was found
 * in order, which takes twice as long. Frames of other origins would be left out; no screen that is looked at has any.
 */
const axeOf = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** Fails with what is wrong and where when the screen, as it stands, violates a rule that axe can check. */
export async function expectAccessible(
  page: Page,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(coloursSettled)
    const { violations } = await axeOf(page).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
    expect(found, `axe on ${new URL(page.url()).pathname}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** The screen as it stands on a desk in light and on a phone in the dark: accessible, and nothing beyond its edge. */
export async function look(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, ['light'])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, ['dark'])
  await page.setViewportSize(before)
}

/** Fails when the screen can be scrolled sideways at this width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(beyond, `${new URL(page.url()).pathname} is wider than its window`).toBeLessThanOrEqual(0)
}
