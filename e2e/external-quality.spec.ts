import { look } from './accessible.ts'
import { makeTechnician } from './bench-visit.ts'
import { expect, test } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'
import { daysAhead } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a round of external quality assessment is set up, answered, sent and assessed', async ({
  page,
  openPage,
  lab,
}) => {
  await staySignedIn(page, await managerOf(lab))
  await page.goto('/quality')
  await page.getByRole('link', { name: 'External assessment' }).click()
  await expect(page.getByRole('heading', { name: 'No rounds' })).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Add a scheme' }).click()
  await page.getByLabel('Name').fill('Haematology')
  await page.getByLabel('Provider').fill('National Reference Laboratory')
  await look(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()

  await page.getByRole('button', { name: 'Add a round' }).click()
  await page.getByLabel('Round', { exact: true }).fill('2026-3')
  const due = new Date(`${daysAhead(14)}T12:00:00Z`)
  await page
    .getByLabel('Results due on')
    .fill(due.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' }))
  await page.getByLabel('Samples', { exact: true }).fill('A\nB')
  await page.getByRole('combobox', { name: 'Analytes' }).fill('HGB')
  await page.getByRole('option', { name: 'HGB' }).click()
  await look(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Haematology, round 2026-3' })).toBeVisible()
  const round = new URL(page.url()).pathname

  const hanas = await openPage()
  await staySignedIn(hanas, await makeTechnician(lab, 'Hana Haematologist'))
  await hanas.goto(round)
  await hanas.getByRole('group', { name: 'Sample A' }).getByLabel('HGB in g/dL').fill('12.1')
  await hanas.getByRole('group', { name: 'Sample B' }).getByLabel('HGB in g/dL').fill('8.4')
  await look(hanas)
  await hanas.getByRole('button', { name: 'Save the results' }).click()
  await expect(hanas.getByText('The results of round 2026-3 are saved.')).toBeVisible()
  await expect(hanas.getByRole('button', { name: 'Results are sent' })).toHaveCount(0)

  await page.reload()
  await page.getByRole('button', { name: 'Results are sent' }).click()
  await look(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Results are sent' }).click()
  await page.getByRole('button', { name: 'Enter the assessment' }).click()
  const first = page.getByRole('group', { name: /^A, HGB/ })
  await first.getByLabel('Target').fill('12')
  await first.getByLabel('SD').fill('0.2')
  await page
    .getByRole('group', { name: /^B, HGB/ })
    .getByLabel('z score')
    .fill('-3.2')
  await look(page)
  await page.getByRole('button', { name: 'Save the assessment' }).click()
  await expect(page.getByRole('row', { name: /A HGB 12.1 g\/dL.*\+0.5 Acceptable/ })).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Report a nonconformity about HGB in sample B' }).click()
  await page.getByRole('link', { name: /^Nonconformity \d/ }).click()
  await expect(page.getByText(/sample B: HGB failed \(z score -3.2\)/)).toBeVisible()

  await page.goto('/quality/external/scores')
  await expect(page.getByRole('figure', { name: 'z scores of HGB' })).toBeVisible()
  await look(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await file).suggestedFilename()).toBe('external-quality-assessment.csv')
})
