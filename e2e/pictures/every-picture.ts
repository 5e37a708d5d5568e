import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fillLaboratory, type Made } from '../full-laboratory.ts'
import { openScreens, personOf } from '../open-screens.ts'
import { readPseudoLocale } from '../pseudo-locale.ts'
import { expect, type Page, test } from '../server.ts'
import { accepted, fileOf, taken } from './files.ts'
import { settled } from './settled.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** The variants of a screen in English. For French and for the pseudo-locale the screen is opened again. */
const variants = {
  'desk-light': { size: desk, colorScheme: 'light' },
  'desk-dark': { size: desk, colorScheme: 'dark' },
  'desk-forced': { size: desk, colorScheme: 'light', forcedColors: 'active' },
  'phone-light': { size: phone, colorScheme: 'light' },
  'phone-dark': { size: phone, colorScheme: 'dark' },
} as const

/** Pictures that differ in fewer pixels count as equal: references, codes and seconds differ in each run. */
const tolerance = { maxDiffPixelRatio: 0.002, threshold: 0.2 }

let made: Made
test.beforeAll(async ({ lab }) => {
  await lab.renew()
  made = await fillLaboratory(lab)
})
test.describe.configure({ mode: 'parallel', timeout: 900_000 })

for (const who of ['visitor', 'patient', 'technician', 'manager'] as const) {
  test(`the screens of a ${who}`, async ({ page, lab }) => {
    await page.clock.setFixedTime(Date.now())
    await openScreens(page, made, who, async (path) => {
      for (const [variant, { size, ...media }] of Object.entries(variants)) {
        await page.setViewportSize(size)
        await page.emulateMedia({ forcedColors: 'none', ...media })
        await compare(page, `${who} ${path}`, variant)
      }
      // `openScreens` looks for headings that only a wide screen shows.
      await page.setViewportSize(desk)
    })
    // Mirrored and lengthened, which also shows texts that are not translated.
    await readPseudoLocale(page)
    await page.setViewportSize(phone)
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
    await page.goto('/')
    await openScreens(page, made, who, (path) => compare(page, `${who} ${path}`, 'phone-pseudo'), 'a heading')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const by = personOf(made, who)
    if (by) await lab.call('PUT', '/api/auth/profile', { by, body: { language: 'fr' } })
    else await page.context().addCookies([{ name: 'language', value: 'fr', url: lab.url }])
    await page.setViewportSize(desk)
    await page.goto('/')
    await openScreens(page, made, who, (path) => compare(page, `${who} ${path}`, 'desk-french'), 'a heading')
  })
}

/** Takes a picture, and compares it with the accepted one. */
async function compare(page: Page, screen: string, variant: string): Promise<void> {
  await settled(page)
  const picture = await page.screenshot({
    fullPage: true,
    animations: 'disabled',
    // QR codes contain random references.
    mask: [page.locator('svg[shape-rendering=crispEdges]')],
  })
  const name = fileOf(screen, variant)
  mkdirSync(dirname(taken(name)), { recursive: true })
  writeFileSync(taken(name), picture)
  const accepts = test.info().config.updateSnapshots === 'all'
  if (accepts || existsSync(accepted(name)))
    expect.soft(picture, `${screen}, ${variant}`).toMatchSnapshot(name, tolerance)
}
