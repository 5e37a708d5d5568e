import { makeTechnician, releasedTask, startedTask } from './bench-visit.ts'
import { countHands } from './hands.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open } from './sign-in.ts'
import { book, moveToToday } from './visits.ts'

// Journeys through several screens, with their clicks and keys. The first booking is in `guest.spec.ts`.
test.beforeAll(({ lab }) => lab.renew())

const count = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }

test('a patient reads a result with 1 click, shares it with 2 more and prints it with 1 more', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const values = { ...count, HGB: 9.3 }
  const { visit } = await releasedTask(lab, { patient: ama, enters: hana, releases: rita }, values)

  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/patient-dashboard', ama)
  const hands = countHands(page)
  const ready = page.getByRole('region', { name: 'Your results are ready' })
  await hands.click(ready.getByRole('link', { name: /Full Blood Count/ }))
  const haemoglobin = page.getByRole('listitem').filter({ hasText: '9.3' })
  await expect(haemoglobin).toContainText('Below the usual range')
  expect(hands.count()).toEqual({ clicks: 1, keys: 0, scans: 0 })

  await hands.click(page.getByRole('button', { name: 'Create a link' }))
  await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveValue(/\/shared#token=/)
  await hands.click(page.getByRole('button', { name: 'Copy the link' }))
  expect(hands.count()).toEqual({ clicks: 3, keys: 0, scans: 0 })

  const pdf = page.waitForEvent('download')
  await hands.click(page.getByRole('button', { name: 'Download PDF' }))
  expect((await pdf).suggestedFilename()).toMatch(/^results-.+\.pdf$/)
  hands.say('Reading, sharing and printing a result')
  expect(hands.count()).toEqual({ clicks: 4, keys: 0, scans: 0 })
  expect(new URL(page.url()).searchParams.get('id')).toBe(visit)
})

test('two technicians take a patient from check-in to a released critical value with 9 clicks and 36 keys at most', async ({
  page,
  openPage,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const visit = await book(lab, ama)
  await moveToToday(lab, visit)
  await open(page, '/technician-dashboard', await makeTechnician(lab, 'Hana Haematologist'))
  await expect(heading(page, 'Dashboard')).toBeVisible()
  const hands = countHands(page)

  await test.step('the patient is checked in, identified, and blood is taken', async () => {
    await hands.scan(visit.reference)
    await expect(heading(page, 'Ama Mensah')).toBeFocused()
    await hands.press('a')
    await expect(page.getByText('Ama Mensah: arrived.')).toBeVisible()
    await hands.click(page.getByLabel('Full name'))
    await hands.click(page.getByLabel('Age'))
    await hands.click(page.getByRole('button', { name: 'Collect 1 tube' }))
    await expect(page.getByText('1 sample collected.')).toBeVisible()
  })

  await test.step('the tube is received, and its task opened', async () => {
    const number = page.getByRole('listitem').getByRole('link', { name: /^01 \d{6} \d{5} \d$/ })
    const accession = ((await number.textContent()) ?? '').replaceAll(' ', '')
    await hands.scan(accession)
    await expect(page.getByText(`${accession} received.`)).toBeVisible()
    await page.keyboard.press('Escape')
    await hands.press('Escape')
    await expect(heading(page, 'Dashboard')).toBeFocused()
    await hands.press('n')
    await expect(heading(page, 'Full Blood Count')).toBeFocused()
  })

  await test.step('its values are typed, saved and completed', async () => {
    await expect(page.getByLabel('WBC')).toBeVisible()
    await page.getByLabel('WBC').focus()
    const values: Readonly<Record<string, string>> = {
      ...{ WBC: '6.1', RBC: '4.2', HGB: '3.9', HCT: '38', PLT: '250' },
      ...{ 'NEUT%': '60', 'LYMPH%': '30', 'MONO%': '6', 'EO%': '3', 'BASO%': '1' },
    }
    for (const field of await page.locator('input[name^="values."]').all()) {
      await expect(field).toBeFocused()
      const code = (await field.getAttribute('name'))?.slice('values.'.length) ?? ''
      await hands.type(values[code] ?? '10')
      await hands.press('Enter')
    }
    await hands.press('Control+Shift+Enter')
    await expect(page.getByText('Task Completed', { exact: true })).toBeVisible()
  })

  await test.step('the critical value is reported to the patient, and the call is recorded', async () => {
    await hands.click(page.getByRole('button', { name: /^Call: Ama Mensah, HGB 3\.9/ }))
    const dialog = page.getByRole('dialog', { name: /a critical value to report$/ })
    const number = dialog.getByRole('link', { name: '+233 24 123 4567' })
    // The device has no telephone.
    await number.evaluate((link) => link.addEventListener('click', (event: Event) => event.preventDefault()))
    await hands.click(number)
    await hands.click(dialog.getByLabel(/^They read the value back/))
    await hands.click(dialog.getByRole('button', { name: 'Record the call' }))
    await expect(page.getByText('The call is recorded: Ama Mensah was informed.')).toBeVisible()
  })
  hands.say('From check-in to the reported critical value, first technician')
  expect(hands.count().clicks).toBeLessThanOrEqual(7)
  expect(hands.count().keys).toBeLessThanOrEqual(35)
  expect(hands.count().scans).toBe(2)

  const second = await openPage()
  await open(second, '/technician-dashboard', await makeTechnician(lab, 'Rita Reviewer'))
  const others = countHands(second)
  await others.click(second.getByRole('navigation', { name: 'Area' }).getByRole('link', { name: 'Release' }))
  await others.click(second.getByRole('checkbox', { name: 'Full Blood Count, Ama Mensah' }))
  await others.press('r')
  await expect(second.getByText('Nothing is waiting for release')).toBeVisible()
  others.say('The release, second technician')
  expect(others.count()).toEqual({ clicks: 2, keys: 1, scans: 0 })

  const report = await lab.call('GET', `/api/labtest/appointment/${visit.id}/report`, { by: ama })
  expect(JSON.stringify(report)).toContain('"3.9"')
})

test('a manager finds why a result is late, and who has it, without a click', async ({ page, lab }) => {
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, await lab.signUp({ fullName: 'Efua Late' }), hana)
  await lab.sql(`update task set due_at = now() - interval '25 minutes' where id = $1`, [task])
  await open(page, '/manager-dashboard', await managerOf(lab))
  const hands = countHands(page)
  const late = page.getByRole('table', { name: 'Late test' }).getByRole('row', { name: /Efua Late/ })
  await expect(late).toContainText('Overdue by 25 min')
  await expect(late).toContainText('Hana Haematologist')
  hands.say('Finding why a result is late')
  expect(hands.count()).toEqual({ clicks: 0, keys: 0, scans: 0 })
  await hands.click(late.getByRole('link', { name: 'In progress' }))
  await expect(heading(page, 'Full Blood Count')).toBeVisible()
  hands.say('… and opening it')
})
