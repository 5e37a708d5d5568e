import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'

type Fit = { cut: string[]; beyond: number }
type Found = Fit & { violations: string[]; passed: string[] }
type Rules = 'all' | 'colours' | 'structure'

const aboutColours = ['color-contrast', 'link-in-text-block']
const optionsOf: Record<Rules, object> = {
  all: {},
  colours: { runOnly: aboutColours },
  structure: { rules: Object.fromEntries(aboutColours.map((rule) => [rule, { enabled: false }])) },
}

/** The looks of texts whose contrast has passed in this worker. */
const passedLooks = new Set<string>()

/**
 * Runs axe inside the page, where it stays until the next page is loaded. Sending axe for each check and every passed rule
 * back took longer than the check; so did the selectors of elements that violate nothing. Motion is switched off, because
 * colours and positions would be measured half-way, except for the bar that closes a toast when it has run out.
 * Two frames pass so that the page is drawn at the new width. A screen that is still loading has no heading, or a busy part
 * that is pale. A part can also become busy during the check, as a list does when the pause after typing is over: then the
 * screen is checked again. Null when axe is not in the page.
 */
const run = (rules: Rules, without: readonly string[]) => `(async () => {
  if (!globalThis.axe) return null
  const still = new CSSStyleSheet()
  still.replaceSync(\`
    *, ::before, ::after { transition: none !important; }
    :not(.Toastify__progress-bar) { animation-duration: 0.01ms !important; animation-iteration-count: 1 !important; }\`)
  document.adoptedStyleSheets.push(still)
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const coming = () => !document.querySelector('h1') || document.querySelector('[aria-busy=true]')
  const options = {
    resultTypes: ['violations'],
    selectors: false,
    ...${JSON.stringify(optionsOf[rules])},
  }
  let becameBusy = false
  const watch = new MutationObserver(() => { if (coming()) becameBusy = true })
  watch.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  let violations = []
  for (let tries = 3; tries > 0; tries--) {
    for (let left = 300, calm = 0; left > 0 && calm < 2; left--) {
      await frame()
      calm = coming() ? 0 : calm + 1
    }
    becameBusy = false
    violations = []
    const where = { include: [document], exclude: ${JSON.stringify(without)} }
    const hasNewColours = ${rules !== 'structure'} && knownContrast.read(${JSON.stringify([...passedLooks])})
    if (${rules !== 'colours'} || hasNewColours || knownContrast.hasOtherColours()) {
      ;({ violations } = await axe.run(where, options))
      if (violations.length > 0) ({ violations } = await axe.run(where, { ...options, selectors: true }))
    }
    if (!becameBusy) break
  }
  watch.disconnect()
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
  const { scrollWidth, clientWidth } = document.documentElement
  return {
    cut: lookRules.cutTexts(),
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')),
    beyond: scrollWidth - clientWidth,
    passed: knownContrast.passed(),
  }
})()`

const read = (url: string) => readFileSync(fileURLToPath(url), 'utf8')
const axe = read(import.meta.resolve('axe-core/axe.min.js'))
const rules = read(import.meta.resolve('./look-rules.js'))
const contrast = read(import.meta.resolve('./known-contrast.js'))
/** Lets axe also report from frames of another origin, such as the preview of a mail. */
const start = `{ ${rules} }; ${axe}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'], noHtml: true }); { ${contrast} }`

async function runAxe(page: Page, rules: Rules = 'all', without: readonly string[] = []): Promise<Found> {
  const found = await runInside(page, rules, without)
  for (const look of found.passed) passedLooks.add(look)
  return found
}

async function runInside(page: Page, rules: Rules, without: readonly string[]): Promise<Found> {
  for (const frame of page.frames().slice(1)) {
    if (!(await frame.evaluate<boolean>('Boolean(globalThis.axe)'))) await frame.evaluate(start)
  }
  const found = await page.evaluate<Found | null>(run(rules, without))
  if (found) return found
  await page.evaluate(start)
  const again = await page.evaluate<Found | null>(run(rules, without))
  if (!again) throw new Error('axe does not start in this page')
  return again
}

const where = (page: Page) => new URL(page.url()).pathname

/** Fails with what is wrong and where when the screen, as it stands, violates a rule that axe can check. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await runAxe(page)
  expect(violations, `axe on ${where(page)}`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await runAxe(page, 'colours')
  expect(light.violations, `axe on ${where(page)}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
}

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/**
 * Checks the current state, such as an open dialog or a refused form, on a phone in dark mode, which is the mode of all
 * browser tests: accessible, and no wider than the window. `every-screen.spec.ts` checks each screen in all variants.
 */
export async function look(page: Page): Promise<void> {
  const before = page.viewportSize() ?? desk
  await page.setViewportSize(phone)
  await expectFine(page, 'phone', 'all')
  await resize(page, before)
}

/**
 * Checks the current screen, wide and narrow, in dark and light mode, mirrored and in forced colours. Axe reads the menu of an area
 * only on the first screen of a person: it is the same on every screen. Which rules of axe run in which
 * variant: `docs/decisions/0138-variants-of-the-sweep.md`.
 */
export async function lookInAllVariants(page: Page, isFirst: boolean): Promise<void> {
  const without = isFirst ? [] : ['.area-menu']
  await page.setViewportSize(desk)
  await expectFine(page, 'desk, dark', 'all', without)
  await expectFits(page, 'desk', ['rtl'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expectFine(page, 'desk, light', 'colours', without)
  await resize(page, phone)
  await expectFine(page, 'phone, light', 'structure')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectFits(page, 'phone', ['rtl'])
  await resize(page, desk)
  await expectFineInForcedColours(page)
}

/**
 * Fails when the screen, written from left to right or from right to left, can be scrolled sideways or cuts texts off. None of the
 * languages is written from right to left; the document of one that is would have this direction.
 */
export async function expectFits(
  page: Page,
  variant: string,
  directions: readonly ('ltr' | 'rtl')[],
): Promise<void> {
  // Axe has loaded the rules in pages that it has checked.
  if (!(await page.evaluate<boolean>('Boolean(globalThis.lookRules)'))) await page.evaluate(`{ ${rules} }`)
  for (const direction of directions) {
    const fit = await page.evaluate<Fit>(`(() => {
      document.documentElement.dir = '${direction}'
      const { scrollWidth, clientWidth } = document.documentElement
      const cut = lookRules.cutTexts()
      document.documentElement.dir = 'ltr'
      return { cut, beyond: scrollWidth - clientWidth }
    })()`)
    expectFit(page, fit, `${variant}, ${direction}`)
  }
}

function expectFit(page: Page, { cut, beyond }: Fit, variant: string): void {
  expect.soft(beyond, `${where(page)} is wider than its window, ${variant}`).toBeLessThanOrEqual(0)
  expect.soft(cut, `texts that are cut off on ${where(page)}, ${variant}`).toEqual([])
}

/** Waits until the page is drawn at its new size: the browser can lose a click that comes earlier. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

async function expectFine(
  page: Page,
  variant: string,
  rules: Rules,
  without?: readonly string[],
): Promise<void> {
  const { violations, ...fit } = await runAxe(page, rules, without)
  expect(violations, `axe on ${where(page)}, ${variant}`).toEqual([])
  expectFit(page, fit, variant)
}

async function expectFineInForcedColours(page: Page): Promise<void> {
  await page.evaluate('lookRules.notePainted()')
  await page.emulateMedia({ forcedColors: 'active' })
  const lost = await page.evaluate<string[]>('lookRules.lostInForcedColours()')
  await page.emulateMedia({ forcedColors: 'none' })
  expect.soft(lost, `lost in forced colours on ${where(page)}`).toEqual([])
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
