import { look } from './accessible.ts'
import { makeTechnician } from './bench-visit.ts'
import { expect, test } from './server.ts'
import { staySignedIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a form that was written without power becomes a visit whose tubes keep their labels', async ({
  page,
  lab,
}) => {
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  await staySignedIn(page, hana)
  await page.goto('/downtime')
  await page.getByRole('button', { name: 'Print forms' }).click()
  await page.getByLabel('How many').fill('2')
  await look(page)
  await page.getByRole('button', { name: 'Create forms' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Open the PDF' }).click()
  await (await opened).close()

  await page.getByRole('link', { name: '1', exact: true }).click()
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Kofi Candle')
  await page.getByRole('textbox', { name: /Phone Number/ }).fill('+233 24 555 0111')
  await page.getByRole('textbox', { name: /^Date of birth/ }).fill('01/02/1986')
  await page.getByLabel('Requested by').fill('Dr Candle')
  await page.getByLabel('Gender').selectOption('male')
  const minute = new Date().toISOString().slice(11, 16)
  await page.getByLabel('Arrived at').fill(minute)
  await page.getByLabel('Samples collected at').fill(minute)
  await page.getByLabel('Collected by').selectOption({ label: 'Hana Haematologist' })
  await page.getByRole('checkbox', { name: 'Full name' }).check()
  await page.getByRole('checkbox', { name: 'Age or date of birth' }).check()
  await page.getByRole('combobox', { name: 'Tests' }).fill('Full Blood')
  await page.getByRole('option', { name: /Full Blood Count/ }).click()
  const label = page.getByLabel(/^EDTA/)
  await label.selectOption({ index: 2 })
  const accession = await label.inputValue()
  await look(page)
  await page.getByRole('button', { name: 'Enter the form' }).click()
  await expect(
    page
      .getByRole('heading', { name: /Kofi Candle/ })
      .or(page.getByText('Kofi Candle'))
      .first(),
  ).toBeVisible()

  await page.goto(`/sample/${accession}`)
  await expect(page.getByText('Kofi Candle').first()).toBeVisible()
  await page.goto('/downtime?state=entered')
  await expect(page.getByRole('row', { name: /Hana Haematologist/ })).toHaveCount(1)
  await look(page)

  // The receipt and the results are entered with the times on the paper.
  await page.getByRole('link', { name: '1', exact: true }).click()
  await page.getByRole('button', { name: 'Enter the receipt' }).click()
  await page.getByLabel('Received at the bench at').fill(minute)
  await page.getByLabel('Received by').selectOption({ label: 'Hana Haematologist' })
  await look(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/Hana Haematologist received the samples at the bench/)).toBeVisible()
  const found = await lab.call<{ rows: { id: string }[] }>('GET', `/api/Labtask/tasks?search=${accession}`, {
    by: hana,
  })
  const task = found.rows[0]?.id ?? ''
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })
  await page.goto(`/tasks/${task}`)
  await page.getByLabel('HGB').fill('13.2')
  await page.getByLabel('These results were written on downtime form 1').check()
  await page.getByLabel('Measured at').fill(minute)
  await page.getByLabel('Written by').selectOption({ label: 'Hana Haematologist' })
  await expect(page.getByText('Kept on the server.')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: /^Save results/ }).click()
  await expect(page.getByText(/Measured by Hana Haematologist/)).toBeVisible()
})
