import { readFileSync } from 'node:fs'
import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { signIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a blood count goes from the bench to the patient and to whoever holds the paper, and is corrected', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const { visit, task } = await startedTask(lab, ama, hana)
  await page.goto('/login')

  await test.step('the patient is told that there are no results yet', async () => {
    await signIn(page, ama)
    await page.goto(`/patient-dashboard/view-appointment?id=${visit}`)
    await page.getByRole('link', { name: 'See results' }).click()
    await expect(heading(page, 'Your results are not ready yet')).toBeVisible()
    await look(page)
  })

  await test.step('Hana enters the count with the keyboard alone; a slip is named where it stands', async () => {
    await signIn(page, hana)
    await page.goto(`/tasks/${task}`)
    await page.getByLabel('WBC').focus()
    // White cells, red cells, haemoglobin, haematocrit; a comma is as good as a point.
    for (const value of ['6.1', '4,2', '129', '38.5']) {
      await page.keyboard.type(value)
      await page.keyboard.press('Enter')
    }
    await expect(page.getByLabel('PLT')).toBeFocused()
    await page.keyboard.type('250')
    await expect(page.getByText('Kept on the server.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('RBC')).toHaveValue('4,2')
    await page.getByRole('button', { name: 'Save results' }).press('Enter')
    await expect(page.getByLabel('HGB')).toHaveAccessibleDescription(/cannot be 129: 0 to 30 is possible/)
    await look(page)
    await page.getByLabel('HGB').fill('9.3')
    await page.getByRole('button', { name: 'Save results' }).press('Enter')
    await expect(page.getByText('Full Blood Count: results saved.')).toBeVisible()
    const row = page.getByRole('listitem').filter({ has: page.getByLabel('HGB') })
    await expect(row).toContainText('12.0–15.0')
    await expect(row).toContainText('Low')
    await look(page)
    await page.getByRole('button', { name: /^Mark as Complete/ }).press('Enter')
    await expect(page.getByText('Cannot be released yet: You entered these results')).toBeVisible()
  })

  await test.step('Hana cannot release what she entered, Rita can', async () => {
    await page.getByRole('link', { name: 'Release', exact: true }).click()
    const box = page.getByRole('checkbox', { name: 'Full Blood Count, Ama Mensah' })
    await expect(box).toBeDisabled()
    await expect(box).toHaveAccessibleDescription(
      'You entered these results: somebody else has to release them.',
    )
    await look(page)
    await signIn(page, rita)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Release' })).toHaveAccessibleDescription(
      'Choose the tests to release.',
    )
    await box.press('Space')
    await page.getByRole('button', { name: 'Release 1' }).press('Enter')
    await expect(page.getByText('Nothing is waiting for release')).toBeVisible()
    await look(page)
  })

  await test.step('the patient reads it and takes the PDF; nothing of it stays in the browser', async () => {
    await signIn(page, ama)
    await page.goto(`/patient-dashboard/results?id=${visit}`)
    const haemoglobin = page.getByRole('listitem').filter({ hasText: '9.3' })
    await expect(haemoglobin).toContainText('Below the usual range')
    await expect(haemoglobin).toContainText('talk to your doctor about what it means for you')
    await look(page)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).press('Enter')
    const pdf = await coming
    expect(pdf.suggestedFilename()).toMatch(/^results-.+-1\.pdf$/)
    expect(readFileSync(await pdf.path(), 'latin1').slice(0, 5)).toBe('%PDF-')
    expect(new URL(page.url()).search).toBe(`?id=${visit}`)
    const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(stored).not.toMatch(/9\.3|HGB|Blood Count/i)
  })

  const paper = await lab.call<{ report: { code: string } }>(
    'GET',
    `/api/labtest/appointment/${visit}/report`,
    {
      by: ama,
    },
  )
  await test.step('the paper is authentic, another code is not known', async () => {
    await page.goto(`/verify/${paper.report.code}`)
    await expect(heading(page, 'This report is authentic')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '9.3' })).toContainText('Low')
    await look(page)
    await page.goto('/verify/0000000000000000')
    await expect(heading(page, 'This code is not known')).toBeVisible()
    await look(page)
  })

  await test.step('a correction replaces the paper and says what it was before, and why', async () => {
    await signIn(page, hana)
    await page.goto(`/tasks/${task}`)
    await page.getByRole('button', { name: 'Correct these results' }).press('Enter')
    await page.getByLabel('Reason').fill('Two tubes were swapped')
    await page.getByRole('button', { name: 'Open for correction' }).press('Enter')
    await expect(page.getByText('Open for correction: Two tubes were swapped')).toBeVisible()
    await page.getByLabel('HGB').fill('12.9')
    await page.getByRole('button', { name: 'Save results' }).press('Enter')
    await expect(page.getByText('Full Blood Count: results saved.')).toBeVisible()
    await lab.call('POST', '/api/Labtask/release', { by: rita, body: { tasks: [task] } })

    await page.goto(`/verify/${paper.report.code}`)
    await expect(heading(page, 'This report was replaced')).toBeVisible()
    await look(page)
    await signIn(page, ama)
    await page.goto(`/patient-dashboard/results?id=${visit}`)
    await expect(page.getByText('Reason: Two tubes were swapped')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Before: 9.3' })).toContainText('12.9')
    await expect(page.getByRole('button', { name: 'PDF of version 1' })).toBeVisible()
    await look(page)
  })
})

test('a critical value is called before it can be released, and a draft from elsewhere is not overwritten', async ({
  page,
  lab,
}) => {
  const kofi = await lab.signUp({ fullName: 'Kofi Owusu' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, kofi, hana)
  await signIn(page, hana)
  await page.goto(`/tasks/${task}`)
  await page.getByLabel('HGB').fill('12')
  await expect(page.getByText('Kept on the server.')).toBeVisible()
  const draft = { typed: { HGB: '3.9', PLT: '250' }, revision: 1, resultsRevision: 0 }
  await lab.call('PUT', `/api/Labtask/task/${task}/draft`, { by: hana, body: draft })
  await page.getByLabel('HGB').fill('12.5')
  await expect(page.getByText('You continued this draft elsewhere.')).toBeVisible()
  await expect(page.getByRole('row', { name: 'HGB 12.5 g/dL 3.9 g/dL' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save results' })).toBeDisabled()
  await look(page)
  await page.getByRole('button', { name: 'Use what is kept there' }).press('Enter')
  await expect(page.getByLabel('HGB')).toHaveValue('3.9')
  await expect(page.getByLabel('PLT')).toHaveValue('250')

  await page.getByRole('button', { name: 'Save results' }).press('Enter')
  await expect(page.getByText('HGB: 3.9 g/dL is critical.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Mark as Complete/ })).toBeEnabled()
  await page.getByRole('button', { name: /^Mark as Complete/ }).press('Enter')
  await expect(page.getByText('Cannot be released yet: A critical value has not been reported')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Record the call about HGB' }).press('Enter')
  await expect(page.getByLabel('Reported to')).toBeFocused()
  await page.keyboard.type('Dr Boateng')
  await page.getByLabel('Phone number or other way').fill('+233 24 555 0001')
  await page.getByLabel('Outcome').selectOption('Not reached')
  await expect(page.getByLabel('Called', { exact: true })).toHaveValue('Dr Boateng')
  await expect(page.getByLabel('They read the value back')).toBeHidden()
  await look(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Record the attempt' }).press('Enter')
  const calls = page.getByRole('list', { name: 'Calls so far' }).getByRole('listitem')
  await expect(calls).toHaveText(/Dr Boateng, \+233 24 555 0001, not reached. By Hana Haematologist/)
  await look(page)

  await page.getByRole('button', { name: 'Record the call about HGB' }).press('Enter')
  await expect(page.getByLabel('Reported to')).toBeFocused()
  await page.keyboard.type('Dr Boateng')
  const note = page.getByRole('dialog').getByRole('button', { name: 'Record the call' })
  await expect(note).toHaveAccessibleDescription('The value must be read back to you first.')
  await look(page)
  await page.getByLabel('They read the value back').press('Space')
  await note.press('Enter')
  await expect(page.getByText(/It was reported to Dr Boateng .* by Hana Haematologist/)).toBeVisible()
  await expect(calls).toHaveCount(2)
  await look(page)
})

test('released results are the first thing on the home, and the bell and the mail lead to them', async ({
  page,
  lab,
}) => {
  const esi = await lab.signUp({ fullName: 'Esi Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const { visit, task } = await startedTask(lab, esi, hana)
  await signIn(page, esi)
  const report = heading(page, 'Results')
  const news = page.getByRole('region', { name: 'Your results are ready' })
  const told = page.getByRole('region', { name: 'Notifications' })

  await test.step('a visit whose samples are drawn is over; its results are promised', async () => {
    await page.goto('/patient-dashboard')
    await expect(page.getByText('No tests are scheduled.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Need a test? Book Now!' })).toBeVisible()
    await expect(told).toContainText('Your results will be ready soon. You will be told by SMS or Email.')
    const now = page.getByRole('region', { name: 'Under way' })
    await expect(now.getByRole('link')).toContainText('Full Blood Count')
    await page.getByRole('link', { name: 'Results', exact: true }).click()
    await expect(page.getByText('No results yet')).toBeVisible()
    await look(page)
  })

  const values = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }
  await lab.call('POST', `/api/Labtask/task/${task}/results`, { by: hana, body: { values, revision: 0 } })
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'completed' } })
  await page.goto('/patient-dashboard')
  await expect(told).toBeVisible()
  await lab.call('POST', '/api/Labtask/release', { by: rita, body: { tasks: [task] } })

  await test.step('the home says what is there as soon as the bell does, without being loaded again', async () => {
    const row = news.getByRole('link', { name: /^Full Blood Count released today/ })
    await expect(row).toContainText(/All \d+ as usual/)
    await expect(told).toContainText('Results that you have not read: Full Blood Count.')
    await expect(told).not.toContainText('Nothing new')
    await look(page)
  })

  await test.step('the mail and the bell lead to the report itself', async () => {
    const mail = await lab.mailTo(esi.email, 0, 'the results of your visit')
    expect(mail.text).toContain(`${lab.url}/patient-dashboard/results?id=${visit}`)
    await page.getByRole('button', { name: /^Notifications, / }).click()
    await page.getByRole('link', { name: 'Your results are ready' }).click()
    await expect(report).toBeVisible()
    await page.locator('summary', { hasText: /^All \d+ as usual/ }).press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'White blood cells' })).toContainText('6.1')
    expect(new URL(page.url()).search).toBe(`?id=${visit}`)
  })

  await test.step('what was read is new nowhere any more, and stays in the list', async () => {
    await page.getByRole('link', { name: 'All results' }).click()
    await expect(page.getByText('You have read all of them.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Your results' })).not.toContainText('New')
    await look(page)
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(told).toContainText('You have read all your results.')
    await expect(news).toHaveCount(0)
    await page.getByRole('button', { name: /^Notifications, / }).click()
    const notice = page.getByRole('listitem').filter({ hasText: 'Your results are ready' })
    await expect(notice).toBeVisible()
    await expect(notice).not.toContainText('Unread')
  })
})
