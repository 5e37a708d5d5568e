import { expect, type Page } from './server.ts'

type Shift = { value: number; moved: string }

/** From the next page on, records the layout shifts that no input has caused. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(`
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => node?.className ?? '').join(' | ') })
    }).observe({ type: 'layout-shift', buffered: true })`)

/** Fails if the page has shifted by more than a reader would overlook, since it was loaded or since the last call. */
export async function expectSteady(page: Page, name: string): Promise<number> {
  const shifts = await page.evaluate<Shift[]>('shifts.splice(0)')
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, `${name} ${JSON.stringify(shifts)}`).toBeLessThan(0.05)
  return sum
}
