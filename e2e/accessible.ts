import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'

type Scheme = 'light' | 'dark'
type Found = { violations: string[]; beyond: number }

/**
 * Runs axe inside the page, where it stays until the next page is loaded. Sending axe for each check and every passed rule
 * back took longer than the check. Transitions are switched off, because colours and positions would be measured half-way.
 * Two frames pass so that the page is drawn at the new width. A screen that is still loading has no heading, or a busy part
 * that is pale. Null when axe is not in the page.
 */
const run = `(async () => {
  if (!globalThis.axe) return null
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important; }')
  document.adoptedStyleSheets.push(still)
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const coming = () => !document.querySelector('h1') || document.querySelector('[aria-busy=true]')
  for (let left = 300; left > 0 && coming(); left--) await frame()
  await frame()
  await frame()
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  const { scrollWidth, clientWidth } = document.documentElement
  return {
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')),
    beyond: scrollWidth - clientWidth,
  }
})()`

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Lets axe also report from frames of another origin, such as the preview of a mail. */
const start = `${axe}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`

async function runAxe(page: Page): Promise<Found> {
  for (const frame of page.frames().slice(1)) {
    if (!(await frame.evaluate<boolean>('Boolean(globalThis.axe)'))) await frame.evaluate(start)
  }
  const found = await page.evaluate<Found | null>(run)
  if (found) return found
  await page.evaluate(start)
  const again = await page.evaluate<Found | null>(run)
  if (!again) throw new Error('axe does not start in this page')
  return again
}

const where = (page: Page) => new URL(page.url()).pathname

/** Fails with what is wrong and where when the screen, as it stands, violates a rule that axe can check. */
export async function expectAccessible(
  page: Page,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await runAxe(page)
    expect(violations, `axe on ${where(page)}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/**
 * Checks the current state, such as an open dialog or a refused form, on a phone in dark mode: accessible, and no wider than
 * the window. `every-screen.spec.ts` checks each screen in all variants.
 */
export const look = (page: Page): Promise<void> => lookIn(page, [[phone, 'dark']])

/** Checks the current screen, narrow and wide, in light and dark mode. */
export const lookInAllVariants = (page: Page): Promise<void> =>
  lookIn(page, [
    [desk, 'light'],
    [desk, 'dark'],
    [phone, 'dark'],
    [phone, 'light'],
  ])

async function lookIn(page: Page, variants: readonly (readonly [typeof desk, Scheme])[]): Promise<void> {
  const before = page.viewportSize() ?? desk
  let width = before.width
  for (const [size, colorScheme] of variants) {
    if (size.width !== width) await page.setViewportSize(size)
    width = size.width
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations, beyond } = await runAxe(page)
    expectWithinEdge(page, beyond)
    expect(violations, `axe on ${where(page)}, ${width} px, ${colorScheme}`).toEqual([])
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Fails when the screen can be scrolled sideways at this width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
    '(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)',
  )
  expectWithinEdge(page, scrollWidth - clientWidth)
}

const expectWithinEdge = (page: Page, beyond: number) =>
  expect(beyond, `${where(page)} is wider than its window`).toBeLessThanOrEqual(0)
