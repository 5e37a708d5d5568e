import { jpegFile } from '../server/tests/sample-files.ts'
import { look } from './accessible.ts'
import { collected, makeTechnician } from './bench-visit.ts'
import { keptRecords } from './kept-records.ts'
import { expect, test } from './server.ts'
import { signIn } from './sign-in.ts'
import { book, moveToToday } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

const hiv = 'Retro screen for HIV'

test('a confidential test has consent, rapid tests and a separate report, and no list names it', async ({
  page,
  lab,
  openPage,
}) => {
  await lab.sql(`update test set bookable = true where code = 'CT1'`)
  const [vida, rex] = [
    await makeTechnician(lab, 'Vida Virologist', ['Retro Screenfor HIV']),
    await makeTechnician(lab, 'Rex Reviewer', ['Retro Screenfor HIV']),
  ]
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const esi = await lab.signUp({ fullName: 'Esi Addo' })
  const visit = await book(lab, esi, { tests: [hiv] })
  await moveToToday(lab, visit)
  const [accession = ''] = await collected(lab, vida, visit)
  await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: vida })
  const { rows } = await lab.call<{ rows: { id: string }[] }>(
    'GET',
    `/api/Labtask/tasks?search=${accession}`,
    {
      by: vida,
    },
  )
  const task = rows[0]?.id ?? ''
  const manager = await lab.signUp({ role: 'admin', fullName: 'Mabel Manager' })
  const kit = { name: 'Alpha kit', kind: 'kit', unit: 'tests', reorderLevel: 0, deliveryDays: 0 }
  const { id: item } = await lab.call<{ id: string }>('POST', '/api/stock', { by: manager, body: kit })
  const delivery = { number: 'LOT-1', expiresOn: '2030-12-31', amount: 10 }
  await lab.call('POST', `/api/stock/${item}/receive`, { by: vida, body: delivery })
  const { lots } = await lab.call<{ lots: { id: string }[] }>('GET', `/api/stock/${item}`, { by: vida })
  await lab.call('POST', `/api/stock/lots/${lots[0]?.id}/open`, { by: vida })
  const bench = await openPage()
  await bench.goto('/login')
  await signIn(bench, vida)

  await test.step('the list does not name the test, and the task asks for the consent first', async () => {
    await bench.goto('/technician-dashboard')
    await expect(bench.getByText('Confidential test').first()).toBeVisible()
    // The filter offers the tests of the catalogue.
    await expect(bench.locator('li').filter({ hasText: hiv })).toHaveCount(0)
    await bench.goto(`/tasks/${task}`)
    await expect(bench.getByRole('heading', { level: 1, name: hiv })).toBeVisible()
    await expect(
      bench.getByText('Record the consent and the pre-test counselling first.').first(),
    ).toBeVisible()
    await bench.getByRole('button', { name: 'Record consent and pre-test counselling' }).click()
    await bench.getByLabel('Consent', { exact: true }).selectOption('Written consent')
    await bench.getByLabel('Day of the counselling').fill('2026-03-09')
    await bench.getByLabel('Counsellor').fill('Cora Counsellor')
    await look(bench)
    await bench.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(bench.getByText(/by Cora Counsellor; recorded by Vida Virologist/)).toBeVisible()
    await bench.getByRole('button', { name: 'Start Task' }).click()
  })

  await test.step('the next rapid test appears after a reactive one, and the result follows', async () => {
    const rapid = bench.getByRole('region', { name: 'Rapid tests' })
    const first = rapid.getByRole('group', { name: 'Test 1' })
    await first.getByLabel('Kit and lot').selectOption({ label: 'Alpha kit, lot LOT-1, expires 31 Dec 2030' })
    await first.getByLabel('Outcome').selectOption('Invalid: no control line')
    await look(bench)
    await rapid.getByRole('button', { name: 'Record the invalid test' }).click()
    await expect(
      rapid.getByText(/Alpha kit, lot LOT-1, expires 31 Dec 2030; .*Vida Virologist/),
    ).toBeVisible()
    await first.getByLabel('Outcome').selectOption('Reactive')
    for (const [place, kit, outcome] of [
      [2, 'Beta kit', 'Reactive'],
      [3, 'Gamma kit', 'Reactive'],
    ] as const) {
      const fields = rapid.getByRole('group', { name: `Test ${place}` })
      await fields.getByLabel('Kit and lot').selectOption('A kit that is not kept in stock')
      await fields.getByLabel('Kit', { exact: true }).fill(kit)
      await fields.getByLabel('Lot number').fill(`LOT-${place}`)
      await fields.getByLabel('Expiry date').fill('2030-12-31')
      await fields.getByLabel('Outcome').selectOption(outcome)
    }
    // Saved without a connection: kept encrypted in the browser, and sent by itself when the connection is back.
    await bench.context().setOffline(true)
    await rapid.getByRole('group', { name: 'Test 3' }).getByLabel('Lot number').fill('LOT-3B')
    await rapid.getByRole('button', { name: 'Save rapid tests' }).click()
    await expect(rapid.getByText('It will then be saved as a result.')).toBeVisible()
    await look(bench)
    const kept = await keptRecords(bench, 'drafts')
    expect(kept.count).toBe(1)
    expect(kept.text).not.toContain('LOT-3B')
    await bench.context().setOffline(false)
    await expect(rapid.getByText('Positive', { exact: true })).toBeVisible()
    await expect(rapid.getByText(/LOT-3B/)).toBeVisible()
    await expect.poll(async () => (await keptRecords(bench, 'drafts')).count).toBe(0)
    await bench.getByRole('button', { name: 'Mark as Complete' }).click()
    await bench.getByRole('button', { name: 'Record post-test counselling' }).click()
    await bench.getByLabel('Day of the counselling').fill(new Date().toISOString().slice(0, 10))
    await bench.getByLabel('Counsellor').fill('Cora Counsellor')
    await bench.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(bench.getByText('Counselling recorded.')).toBeVisible()
    await look(bench)
  })

  await test.step('the list for release has no value; another technician releases on the task', async () => {
    await page.goto('/login')
    await signIn(page, rex)
    await page.goto('/release')
    await expect(page.getByText('Confidential test, Esi Addo')).toBeVisible()
    await expect(page.getByText('Positive')).toHaveCount(0)
    await expect(page.getByText('HIV')).toHaveCount(0)
    await look(page)
    await page.goto(`/tasks/${task}`)
    await page.getByRole('button', { name: 'Release the report of confidential tests' }).click()
    await expect(page.getByText('Released.', { exact: true })).toBeVisible()
  })

  await test.step('a technician of another specialty finds neither the task nor its name', async () => {
    const other = await openPage()
    await other.goto('/login')
    await signIn(other, hana)
    await other.goto(`/tasks/${task}`)
    await expect(other.getByText('Task Not Found')).toBeVisible()
  })

  await test.step('the patient opens the confidential report; the list does not name the test', async () => {
    const phone = await openPage()
    await phone.setViewportSize({ width: 390, height: 800 })
    await phone.goto('/login')
    await signIn(phone, esi)
    await phone.goto('/patient-dashboard/results')
    await expect(phone.getByText('Confidential test', { exact: true })).toBeVisible()
    await expect(phone.getByText(hiv)).toHaveCount(0)
    await phone.getByRole('link', { name: /Confidential test/ }).click()
    await expect(phone.getByText('HIV')).toHaveCount(0)
    await look(phone)
    await phone.getByRole('button', { name: 'Open the confidential report' }).click()
    await expect(phone.getByText('Positive').first()).toBeVisible()
    await expect(phone.getByText(hiv).first()).toBeVisible()
    await look(phone)
  })
  await test.step('the clinic that ordered photographs its form and reads the report as printed, without the words for patients', async () => {
    const facility = { name: 'Ridge Clinic', kind: 'clinic', phone: '', email: '', resultsBy: 'email' }
    await lab.call('POST', '/api/facilities', { by: manager, body: facility })
    const { facilities } = await lab.call<{ facilities: { id: string }[] }>('GET', '/api/referrers', {
      by: manager,
    })
    const ridge = await lab.signUp({ role: 'clinician', facilityId: facilities[0]?.id ?? '' })
    const patient = { fullName: 'Esi Addo', gender: 'female', age: 30, contact: '+233 24 555 0101' }
    const { id: order } = await lab.call<{ id: string }>('POST', '/api/clinic/orders', {
      by: ridge,
      body: { patient, testType: [hiv], way: 'visit' },
    })
    await lab.sql('update clinic_order set visit_id = $1 where id = $2', [visit.id, order])
    const clinic = await openPage()
    await clinic.goto('/login')
    await signIn(clinic, ridge)
    await clinic.goto(`/clinic/orders/${order}`)
    const form = { name: 'form.jpg', mimeType: 'image/jpeg', buffer: jpegFile() }
    await clinic.getByLabel('Choose files').setInputFiles(form)
    await expect(clinic.getByRole('button', { name: 'Open form.jpg' })).toBeVisible()
    await look(clinic)
    await clinic.goto(`/clinic/orders/${order}/report`)
    await clinic.getByRole('button', { name: 'Open the confidential report' }).click()
    await expect(clinic.getByText('Positive').first()).toBeVisible()
    await expect(clinic.getByText(/Entered by Vida Virologist/)).toBeVisible()
    await expect(clinic.getByRole('heading', { name: 'To discuss' })).toHaveCount(0)
    await look(clinic)
  })
})
