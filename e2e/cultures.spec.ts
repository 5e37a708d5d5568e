import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { keptRecords } from './kept-records.ts'
import { expect, test } from './server.ts'
import { signIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a culture is read at the keyboard, released as interim, finished, and read by the patient in plain words', async ({
  page,
  lab,
  openPage,
}) => {
  await lab.sql(`update test set bookable = true where code = 'UCUL'`)
  const manager = await lab.signUp({ role: 'admin', fullName: 'Mina Manager' })
  const [maya, rita] = [
    await makeTechnician(lab, 'Maya Microbiologist'),
    await makeTechnician(lab, 'Rita Reviewer'),
  ]
  const esi = await lab.signUp({ fullName: 'Esi Addo' })
  const { visit, task } = await startedTask(lab, esi, maya, { tests: ['Urine Culture'] })
  const bench = await openPage()
  await bench.goto('/login')
  await signIn(bench, maya)

  await test.step('the manager enters a breakpoint table; a wrong line is named', async () => {
    await page.goto('/login')
    await signIn(page, manager)
    await page.goto('/manager-dashboard/catalogue/microbiology')
    await page.getByRole('button', { name: 'Add a table' }).click()
    await page.getByLabel('Source').fill('Example, no standard')
    await page.getByLabel('Year').fill('2026')
    const head = 'organism,antibiotic,specimen,method,disk,susceptible,resistant'
    await page.getByLabel('Lines').fill(`${head}\nMartians,CIP,,zone,5,25,22`)
    await page.getByRole('button', { name: 'Use this table' }).click()
    await expect(page.getByText('line 2, organism: “Martians” is not an organism or group')).toBeVisible()
    await look(page)
    const rows = ['CIP', 'CRO', 'MEM'].map((code) => `Enterobacterales,${code},,zone,10,25,22`)
    await page.getByLabel('Lines').fill([head, ...rows].join('\n'))
    await page.getByRole('button', { name: 'Use this table' }).click()
    await expect(page.getByText('Example, no standard, 2026')).toBeVisible()
  })

  await test.step('the technician enters an isolate; the category stands beside each value', async () => {
    await bench.goto(`/cultures/${task}`)
    await bench.getByLabel('Growth', { exact: true }).selectOption('100,000 CFU/mL or more')
    await bench.getByRole('button', { name: 'Add an isolate' }).click()
    await bench.getByLabel('Organism').selectOption('Escherichia coli')
    await bench.getByLabel('Ceftriaxone, value or category').fill('30')
    await bench.getByLabel('Ciprofloxacin, value or category').fill('12')
    await bench.getByLabel('Meropenem, value or category').fill('30')
    await expect(bench.getByLabel('Ciprofloxacin in the report')).toBeChecked()
    await expect(bench.getByLabel('Meropenem in the report')).not.toBeChecked()
    await look(bench)
    await bench.getByRole('button', { name: 'Save as interim report' }).click()
    await expect(
      bench.getByText('This reading is waiting for release. You can still change it.'),
    ).toBeVisible()
  })

  await test.step('another technician sees what the report will not show, and releases it', async () => {
    await signIn(page, rita)
    await page.goto('/release')
    await expect(page.getByText('Interim', { exact: true })).toBeVisible()
    await expect(page.getByText('Not in the report')).toBeVisible()
    await look(page)
    await page.getByRole('checkbox', { name: /Urine Culture, Esi Addo/ }).check()
    await page
      .getByRole('button', { name: /^Release/ })
      .first()
      .click()
    await expect(page.getByRole('checkbox', { name: /Urine Culture, Esi Addo/ })).toHaveCount(0)
  })

  await test.step('the culture is at the bench again, and its final reading is released', async () => {
    await bench.goto('/cultures')
    await expect(bench.getByText('Interim reported')).toBeVisible()
    await bench.goto(`/cultures/${task}`)
    await bench.getByRole('button', { name: 'Save as final report' }).click()
    await bench.getByRole('button', { name: 'Save final report' }).click()
    await expect(
      bench.getByText('This reading is waiting for release. You can still change it.'),
    ).toBeVisible()
    await lab.call('POST', '/api/Labtask/release', { by: rita, body: { tasks: [task] } })
  })

  await test.step('the patient reads what grew and what works, and nothing that is not shown', async () => {
    await signIn(page, esi)
    await page.goto(`/patient-dashboard/results?id=${visit}`)
    await expect(page.getByText('Bacteria grew: Escherichia coli')).toBeVisible()
    await expect(page.getByText('Works: Ceftriaxone')).toBeVisible()
    await expect(page.getByText('Does not work: Ciprofloxacin')).toBeVisible()
    await expect(page.getByText('Meropenem')).toHaveCount(0)
    await look(page)
  })
})

test('the draft of a reading that is typed without a network survives the closed tab, and is deleted by the save', async ({
  page,
  context,
  lab,
}) => {
  await lab.sql(`update test set bookable = true where code = 'UCUL'`)
  const maya = await makeTechnician(lab, 'Maya Microbiologist')
  const esi = await lab.signUp({ fullName: 'Esi Addo' })
  const { task } = await startedTask(lab, esi, maya, { tests: ['Urine Culture'] })
  await page.goto('/login')
  await signIn(page, maya)
  await page.goto(`/cultures/${task}`)
  await page.getByLabel('Growth', { exact: true }).selectOption('100,000 CFU/mL or more')
  await page.getByRole('button', { name: 'Add an isolate' }).click()
  await page.getByLabel('Organism').selectOption('Escherichia coli')
  await expect(page.getByText('Kept on the server.')).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Ceftriaxone, value or category').fill('12')
  await expect(page.getByText('Kept in this browser, sent when the network is back.')).toBeVisible()
  await look(page)
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  const reopened = await context.newPage()
  await reopened.goto(`/cultures/${task}`)
  await expect(reopened.getByLabel('Ceftriaxone, value or category')).toHaveValue('12')
  await expect(reopened.getByText('Kept on the server.')).toBeVisible()
  await expect.poll(async () => (await keptRecords(reopened, 'drafts')).count).toBe(0)
  // The save is sent by itself when the connection is back.
  await context.setOffline(true)
  await reopened.getByLabel('Ceftriaxone, value or category').fill('13')
  await reopened.getByRole('button', { name: /Save reading/ }).click()
  await expect(reopened.getByText('It will then be saved as a result.')).toBeVisible()
  await look(reopened)
  await context.setOffline(false)
  await expect(reopened.getByText(/reading saved/)).toBeVisible()
  await expect(reopened.getByText('Kept on the server.')).toHaveCount(0)
  const { isolates } = await lab.call<{ isolates: { antibiogram: object[] }[] }>(
    'GET',
    `/api/Labtask/cultures/${task}`,
    { by: maya },
  )
  expect(isolates[0]?.antibiogram).toContainEqual(
    expect.objectContaining({ antibiotic: 'CRO', measure: expect.objectContaining({ value: 13 }) }),
  )
  const form = await lab.call<{ draft: object | null }>('GET', `/api/Labtask/task/${task}/results`, {
    by: maya,
  })
  expect(form.draft).toBeNull()
  await reopened.close()
})
