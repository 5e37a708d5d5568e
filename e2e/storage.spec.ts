import { look } from './accessible.ts'
import { makeTechnician, releasedTask } from './bench-visit.ts'
import { heading, scan } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open, staySignedIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a tube is put into a rack, found again, and discarded by two persons', async ({
  page,
  openPage,
  lab,
}) => {
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const patient = await lab.signUp({ fullName: 'Kofi Stored' })
  const values = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }
  const { task } = await releasedTask(lab, { patient, enters: hana, releases: rita }, values)
  const { accession } = await lab.call<{ accession: string }>('GET', `/api/Labtask/task/${task}`, {
    by: hana,
  })

  await test.step('a manager sets up the freezer, its rack and the retention time', async () => {
    await open(page, '/storage', await managerOf(lab))
    await expect(page.getByRole('heading', { name: 'No storage location yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Add a freezer or refrigerator' }).click()
    await page.getByLabel('Name').fill('Freezer 1')
    await page.getByLabel('Kind').selectOption({ label: 'Freezer' })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Add a rack to Freezer 1' }).click()
    await page.getByLabel('Name').fill('Rack A')
    await page.getByLabel('Rows').fill('2')
    await page.getByLabel('Columns').fill('3')
    await look(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(heading(page, 'Rack A')).toBeVisible()
    await page.goto('/storage/due')
    await page.getByRole('button', { name: 'Retention time' }).click()
    await page.getByRole('spinbutton', { name: 'Whole blood (venous) (optional)' }).fill('2')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No tubes to discard' })).toBeVisible()
  })

  const bench = await openPage()
  await test.step('a technician scans the tube into the rack, and finds it', async () => {
    await staySignedIn(bench, hana)
    await bench.goto('/storage')
    await bench.getByRole('link', { name: 'Rack A' }).click()
    await expect(heading(bench, 'Rack A')).toBeVisible()
    await expect(bench.getByText('The next tube goes into A1.')).toBeVisible()
    await scan(bench, accession)
    await expect(bench.getByText('The next tube goes into A2.')).toBeVisible()
    await look(bench)
    await bench.getByRole('link', { name: 'Storage', exact: true }).first().click()
    await expect(heading(bench, 'Storage')).toBeVisible()
    await scan(bench, accession)
    const found = bench.getByRole('region', { name: /^01 \d{6} \d{5} \d$/ })
    await expect(found).toContainText('Freezer 1')
    await expect(found).toContainText('A1')
    await look(bench)
  })

  await test.step('she lists it for disposal when its time has passed, and cannot confirm the list alone', async () => {
    await lab.sql("update sample set collected_at = collected_at - interval '3 days' where accession = $1", [
      accession,
    ])
    await bench.goto('/storage')
    await bench.getByRole('link', { name: 'Discard 1 tube' }).click()
    await bench.getByRole('button', { name: 'Make a disposal list of 1 tube' }).click()
    await expect(heading(bench, 'Disposal list')).toBeVisible()
    await expect(bench.getByRole('button', { name: /^Confirm/ })).toBeDisabled()
    await expect(bench.getByText('To be confirmed')).toBeVisible()
    await look(bench)
  })

  await test.step('another person scans the tube and confirms', async () => {
    const second = await openPage()
    await staySignedIn(second, rita)
    await second.goto(new URL(bench.url()).pathname)
    await expect(heading(second, 'Disposal list')).toBeVisible()
    await scan(second, '01260309999999')
    await expect(second.getByText('01260309999999 is not on this list. Put the tube back.')).toBeVisible()
    await scan(second, accession)
    await look(second)
    await second.getByRole('button', { name: 'Confirm: 1 tube discarded' }).click()
    await expect(second.getByText('1 tube discarded', { exact: true })).toBeVisible()
    await second.goto('/storage')
    await expect(second.getByText('0 tubes, 6 free')).toBeVisible()
  })
})
