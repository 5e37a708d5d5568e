import { readFileSync } from 'node:fs'
import { look } from './accessible.ts'
import { expect } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

test.setTimeout(90_000)

test('a manager takes the figures along as files, and asks for those of each month', async ({
  page,
  lab,
  watch,
}) => {
  watch.provokes(/insights\/csv/)
  await staySignedIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/insights?period=custom&from=2026-01-01&to=2026-01-31')
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible()

  for (const [label, ending, begins] of [
    ['CSV', 'csv', '\ufeffsection,item,measure'],
    ['PDF report', 'pdf', '%PDF-1.7'],
  ] as const) {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: label }).click()
    const file = await coming
    expect(file.suggestedFilename()).toBe(`insights-2026-01-01-2026-01-31.${ending}`)
    expect(readFileSync(await file.path(), 'utf8').startsWith(begins)).toBe(true)
  }

  const monthly = page.getByRole('checkbox', { name: /last month’s report by e-mail/ })
  await expect(monthly).not.toBeChecked()
  await monthly.check()
  await expect(page.getByText('You will get the report of each month.')).toBeVisible()
  await look(page)
  await page.reload()
  await expect(monthly).toBeChecked()

  await page.route('**/api/insights/csv*', (route) => route.abort())
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect(page.getByRole('button', { name: 'CSV' })).toBeEnabled()
  await expect(page.getByRole('alert').first()).toBeVisible()
})
