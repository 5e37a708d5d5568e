import { look } from './accessible.ts'
import { collected, makeTechnician } from './bench-visit.ts'
import { heading, scan } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open, staySignedIn } from './sign-in.ts'
import { book, moveToToday } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a test is referred: the box is packed, handed over and received, and the report comes back', async ({
  page,
  openPage,
  lab,
}) => {
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  await test.step('a manager adds the laboratory with its tests', async () => {
    await open(page, '/referrals', await managerOf(lab))
    await page.getByRole('button', { name: 'Add a laboratory' }).click()
    await page.getByLabel('Name').fill('Korle Bu')
    await page.getByLabel('Days until the report').fill('5')
    await page.getByRole('combobox', { name: 'Tests that it does for you' }).fill('Full Blood')
    await page.getByRole('option', { name: /Full Blood Count/ }).click()
    await page.getByRole('dialog').getByLabel('Days until the report').last().fill('3')
    await look(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('row', { name: /Korle Bu/ })).toBeVisible()
  })

  const visit = await book(lab, await lab.signUp({ fullName: 'Kwame Referred' }))
  await moveToToday(lab, visit)
  const [accession = ''] = await collected(lab, hana, visit)
  await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana })

  const bench = await openPage()
  await staySignedIn(bench, hana)
  await test.step('a technician scans the tube into the box and prints the packing list', async () => {
    await bench.goto('/referrals')
    await bench
      .getByRole('row', { name: /Korle Bu/ })
      .getByRole('link', { name: /Send/ })
      .click()
    await expect(heading(bench, 'Box for Korle Bu')).toBeVisible()
    await scan(bench, '01260309999999')
    await expect(bench.getByText('0 of 1 tubes are in the box.')).toBeVisible()
    await scan(bench, accession)
    await expect(bench.getByText('1 of 1 tubes are in the box.')).toBeVisible()
    await look(bench)
    await bench.getByRole('button', { name: /Close the box/ }).click()
    await expect(heading(bench, /^Box /)).toBeVisible()
    const opened = bench.waitForEvent('popup')
    await bench.getByRole('button', { name: 'Print the packing list' }).click()
    await (await opened).close()
  })

  await test.step('the courier takes the box, and the laboratory confirms its arrival', async () => {
    await bench.getByLabel('Courier').fill('Kofi Rider')
    await bench.getByLabel('Tracking number').fill('X 12')
    await look(bench)
    await bench.getByRole('button', { name: 'The box is handed over' }).click()
    await bench.getByRole('button', { name: 'All tubes have arrived' }).click()
    await expect(bench.getByRole('button', { name: 'All tubes have arrived' })).toHaveCount(0)
    await look(bench)
  })

  await test.step('the report comes back and is entered as results', async () => {
    await bench.goto('/referrals')
    await expect(bench.getByRole('row', { name: /Full Blood Count.*Kwame Referred.*Korle Bu/ })).toBeVisible()
    await look(bench)
    await bench
      .getByRole('row', { name: /Kwame Referred/ })
      .getByRole('link')
      .first()
      .click()
    await expect(bench.getByRole('heading', { name: 'Referred to Korle Bu' })).toBeVisible()
    await bench.getByRole('button', { name: /^Start/ }).click()
    for (const [name, value] of Object.entries({ WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }))
      await bench.getByLabel(name, { exact: true }).fill(String(value))
    await bench.getByRole('button', { name: /^Save/ }).first().click()
    await expect(bench.getByText('Report entered')).toBeVisible()
    await bench.goto('/referrals?state=returned')
    await expect(bench.getByRole('row', { name: /Kwame Referred/ })).toBeVisible()
  })
})
