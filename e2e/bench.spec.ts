import { look } from './accessible.ts'
import { collected, makeTechnician } from './bench-visit.ts'
import { heading, scan } from './screens.ts'
import { expect, type Page, test } from './server.ts'
import { staySignedIn } from './sign-in.ts'
import { book } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

/** What is scanned before the screen is there is lost, as anywhere. */
async function openDashboard(page: Page): Promise<void> {
  await page.goto('/technician-dashboard')
  // The heading appears before the screen listens to the scanner.
  await expect(page.getByRole('button', { name: 'Claim next' })).toBeVisible()
}

test('a technician takes a visit from the desk to a finished task, with a scanner and the keyboard', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const visit = await book(lab, ama, { tests: ['Full Blood Count', 'Blood Sugar', 'Urine R/E'] })
  await staySignedIn(page, await makeTechnician(lab, 'Hana Haematologist', ['Full Blood Count']))

  await openDashboard(page)
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Claim next' }).click()
  await expect(page.getByText('No task is waiting for you.')).toBeVisible()

  await scan(page, visit.reference)
  await expect(heading(page, 'Ama Mensah')).toBeFocused()
  await expect(page).toHaveURL(`/collect/${visit.id}`)
  const collect = page.getByRole('button', { name: 'Collect 3 tubes' })
  await expect(collect).toHaveAccessibleDescription('Check the patient in first.')
  await page.keyboard.press('a')
  await expect(page.getByText('Ama Mensah: arrived.')).toBeVisible()
  await expect(collect).toHaveAccessibleDescription('Confirm who it is in two ways.')
  await page.getByLabel('Full name').check()
  await page.getByLabel('Phone number +233 24 123 4567').check()
  await expect(collect).toHaveAccessibleDescription('Ask whether the patient was prepared.')
  await page.getByLabel('Was the patient prepared?').selectOption('Yes')
  await page.getByLabel('Place').fill('Chair 2')
  await look(page)

  // The patient brings the urine later.
  await page.getByLabel('urine: collect now').uncheck()
  await page.getByRole('button', { name: 'Collect 2 tubes' }).press('Enter')
  await expect(page.getByText('2 samples collected.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Samples' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Collect 1 tube' })).toBeVisible()
  await expect(page.getByText('This visit needs another sample.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book a new time' })).toBeVisible()
  const numbers = page.getByRole('listitem').getByRole('link', { name: /^01 \d{6} \d{5} \d$/ })
  await expect(numbers).toHaveCount(2)
  const [blood = '', sugar = ''] = (await numbers.allTextContents()).map((text) => text.replaceAll(' ', ''))

  const labels = page.waitForResponse((answer) => answer.url().includes('/api/Labtask/labels.pdf'))
  await page.keyboard.press('l')
  const pdf = await labels
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(pdf.url()).toContain(`${blood}%2C${sugar}`)
  await page.bringToFront()

  // A scan is a scan even when somebody was typing, and what they typed stays.
  await page.getByLabel('Place').fill('Chair')
  await page.getByLabel('Place').focus()
  await scan(page, blood)
  await expect(page.getByText(`${blood} received.`)).toBeVisible()
  await expect(page.getByLabel('Place')).toHaveValue('Chair')
  await look(page)

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Dashboard')).toBeFocused()
  const queue = page.getByRole('region', { name: 'Test Queue' })
  await expect(queue.getByRole('link', { name: 'Full Blood Count' })).toBeVisible()
  // Tasks of other specialties come after the technician's own.
  await expect(queue.getByRole('listitem')).toHaveText([/^Full Blood Count/, /^Blood Sugar.*Other specialty/])
  await look(page)

  await page.keyboard.press('n')
  await expect(heading(page, 'Full Blood Count')).toBeFocused()
  await expect(page.getByText('Full Blood Count for Ama Mensah is yours.')).toBeVisible()
  await expect(page.getByText('Haematology analyser', { exact: true })).toBeVisible()
  await page.getByLabel('Add a note').fill('Film made')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' }).getByText('Film made')).toBeVisible()
  await look(page)
  await page.getByLabel('HGB').fill('12.9')
  await page.getByRole('button', { name: 'Save results' }).click()
  await expect(page.getByText('Full Blood Count: results saved.')).toBeVisible()
  // The key is heard once the task is known to have results.
  await expect(page.getByRole('button', { name: 'Mark as Complete' })).toBeEnabled()
  await heading(page, 'Full Blood Count').focus()
  await page.keyboard.press('c')
  await expect(page.getByText('Task Completed', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Sample collected')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Task completed')
  await look(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('definition')).toHaveText(['0', '0', '1', '0'])
})

test('a rejected sample is collected again, and the new one says in whose place it stands', async ({
  page,
  lab,
}) => {
  const efua = await lab.signUp({ fullName: 'Efua Dadzie' })
  const visit = await book(lab, efua, { priority: 'high' })
  const technician = await makeTechnician(lab, 'Pat Phlebotomist', ['Full Blood Count'])
  const [accession = ''] = await collected(lab, technician, visit)
  await staySignedIn(page, technician)

  await openDashboard(page)
  await scan(page, accession)
  await expect(page).toHaveURL(`/sample/${accession}`)
  await expect(page.getByRole('button', { name: 'Make an aliquot' })).toHaveAccessibleDescription(
    'Only a received sample can be aliquoted.',
  )
  await look(page)
  await scan(page, accession)
  await expect(page.getByText(`${accession} received.`)).toBeVisible()
  await page.getByLabel('Storage place').fill('Rack 7')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${accession}: Rack 7.`)).toBeVisible()

  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject sample' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Choose a reason')
  await dialog.getByLabel('Reason').selectOption('Haemolysed')
  await dialog.getByLabel('Note').fill('Pink serum')
  await dialog.getByLabel('Not arranged yet').check()
  await dialog.getByLabel('Print the label of the new tube now').uncheck()
  await look(page)
  await dialog.getByRole('button', { name: 'Reject sample' }).click()
  await expect(page.getByText(`${accession} rejected. The visit waits for another sample.`)).toBeVisible()
  await expect(page.getByText('Haemolysed: Pink serum')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject' })).toHaveAccessibleDescription(
    'This sample is rejected already.',
  )

  await page.getByRole('link', { name: visit.reference }).click()
  await expect(page.getByText('this visit needs another sample')).toBeVisible()
  await page.getByLabel('Full name').check()
  await page.getByLabel('Age').check()
  await look(page)
  await page.getByRole('button', { name: 'Collect 1 tube' }).click()
  await expect(page.getByText(/replaces 01 /)).toBeVisible()
})

test('the dashboard’s form starts and completes a task, and says why it cannot', async ({ page, lab }) => {
  const yaw = await lab.signUp({ fullName: 'Yaw Boateng' })
  const technician = await makeTechnician(lab, 'Bea Bacteriologist', ['Stool R/E'])
  const visit = await book(lab, yaw, { tests: ['Stool R/E'] })
  const [accession = ''] = await collected(lab, technician, visit)
  await staySignedIn(page, technician)

  await openDashboard(page)
  const form = page.getByRole('region', { name: 'Update Sample Status' })
  await form.getByLabel('Sample').selectOption({ index: 1 })
  await expect(form.getByLabel('Status')).toHaveAccessibleDescription(
    /In Progress: The sample has not been received at the bench yet/,
  )
  await expect(form.getByRole('option', { name: 'In Progress' })).toBeDisabled()
  await look(page)
  await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: technician, body: {} })
  await page.reload()
  for (const [status, done] of [
    ['In Progress', 'Stool R/E: started.'],
    ['Done', 'Stool R/E: done.'],
  ] as const) {
    await form.getByLabel('Sample').selectOption({ index: 1 })
    await form.getByLabel('Status').selectOption(status)
    await form.getByLabel('Notes').fill(`Now ${status}`)
    await form.getByRole('button', { name: 'Update Status' }).click()
    await expect(page.getByText(done)).toBeVisible()
    if (status === 'In Progress') {
      await form.getByLabel('Sample').selectOption({ index: 1 })
      await expect(form.getByLabel('Status')).toHaveAccessibleDescription(/Done: Enter the results first/)
      const { rows: tasks } = await lab.call<{ rows: { id: string }[] }>(
        'GET',
        `/api/Labtask/tasks?search=${accession}`,
        { by: technician },
      )
      const body = { values: { 'SRE-MUCUS': 'Absent' }, revision: 0 }
      await lab.call('POST', `/api/Labtask/task/${tasks[0]?.id}/results`, { by: technician, body })
      await page.reload()
    }
  }
  await page.getByRole('search', { name: 'Test Queue' }).getByLabel('Status').selectOption('Done today')
  await page.getByRole('link', { name: 'Stool R/E' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Now Done')
})

test('unknown codes and tasks say so, and people of other roles stay outside', async ({ page, lab }) => {
  await staySignedIn(page, await makeTechnician(lab, 'Abena Apprentice', []))
  await openDashboard(page)
  await scan(page, '01260309000013')
  await expect(page.getByRole('alert')).toContainText('a digit is wrong')
  await expect(page.getByLabel('Scan or type a code')).toBeFocused()
  await look(page)
  await page.goto('/tasks/01900000-0000-7000-8000-000000000001')
  await expect(heading(page, 'Task Not Found')).toBeVisible()
  await look(page)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await page.getByRole('link', { name: /All visits/ }).click()
  await expect(heading(page, 'Today’s visits')).toBeFocused()
  await look(page)

  await staySignedIn(page, await lab.signUp())
  await page.goto('/collect')
  await expect(page).toHaveURL('/patient-dashboard')
})

test('a test is added on the tube that is there, another waits for a tube, and one is taken away', async ({
  page,
  lab,
}) => {
  const esi = await lab.signUp({ fullName: 'Esi Addo' })
  const technician = await makeTechnician(lab, 'Tina Adds')
  const visit = await book(lab, esi, { tests: ['Full Blood Count'] })
  await collected(lab, technician, visit)
  await staySignedIn(page, technician)
  await page.goto(`/collect/${visit.id}`)
  const tests = page.getByRole('region', { name: 'Tests' })
  await tests.getByRole('button', { name: 'Add tests' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add tests' })
  const find = dialog.getByRole('combobox', { name: 'Tests' })
  await find.fill('Grouping')
  await expect(dialog.getByRole('option', { name: 'Blood Grouping' })).toContainText(/From tube/)
  await find.press('Enter')
  await find.fill('Typhidot')
  await expect(dialog.getByRole('option', { name: 'Typhidot' })).toContainText(
    'There is no tube of the kind that this test needs.',
  )
  await find.press('Enter')
  await find.press('Escape')
  await look(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Blood Grouping: added on a tube that is here.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Collect 1 tube' })).toBeVisible()
  const sample = page.getByRole('region', { name: 'Samples' })
  await expect(sample).toContainText('Full Blood Count, Blood Grouping')

  await tests.getByRole('button', { name: 'Remove Blood Grouping' }).click()
  const reason = page.getByRole('dialog', { name: 'Remove Blood Grouping?' })
  await reason.getByLabel('Reason').fill('Asked for by mistake')
  await reason.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Blood Grouping was removed.')).toBeVisible()
  await expect(tests.getByRole('listitem')).toHaveText([/^Full Blood Count/, /^Typhidot/])
  await look(page)
})
