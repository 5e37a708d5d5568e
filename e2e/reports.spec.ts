import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { look } from './accessible.ts'
import { makeTechnician, releasedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { signIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

const normal = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }

/** Unfolds the values of a report that are as usual, by the keyboard. */
const unfoldUsual = (page: Page) => page.locator('summary', { hasText: /^All \d+ as usual/ }).press('Enter')

test('a patient sees values over time, shares them by a link, and ends it; a manager withdraws them', async ({
  page,
  lab,
  openPage,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const people = {
    patient: ama,
    enters: await makeTechnician(lab, 'Hana Haematologist'),
    releases: await makeTechnician(lab, 'Rita Reviewer'),
  }
  const first = await releasedTask(lab, people, normal)
  await signIn(page, ama)

  await test.step('a first measurement says so', async () => {
    await page.goto(`/patient-dashboard/results?id=${first.visit}`)
    await expect(page.getByText('These are the first measurements of this kind here.')).toBeVisible()
    await unfoldUsual(page)
    const cells = page.getByRole('listitem').filter({ hasText: 'White blood cells' })
    await expect(cells).toContainText('They defend the body against infections.')
    await expect(cells).toContainText('As usual')
    await expect(cells).toContainText('4.0 to 10.0')
  })

  const second = await releasedTask(lab, people, { ...normal, HGB: 5.1 })
  await test.step('what may be dangerous stands first, with whom to speak to', async () => {
    await page.goto(`/patient-dashboard/view-appointment?id=${second.visit}`)
    await page.getByRole('link', { name: 'See results' }).press('Enter')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Please act on this today: Haemoglobin.')
    await expect(alert).toContainText('If you feel unwell, go to the nearest hospital.')
    const haemoglobin = page.getByRole('listitem').filter({ hasText: 'The red substance in blood' })
    await expect(haemoglobin).toContainText('Far too low')
    await look(page)
  })

  await test.step('values over time open by the keyboard, as a drawing and as a table', async () => {
    const haemoglobin = page.getByRole('listitem').filter({ hasText: 'The red substance in blood' })
    const overTime = haemoglobin.locator('summary', { hasText: 'Over time, 2 measurements' })
    await overTime.press('Enter')
    await expect(haemoglobin.getByRole('img')).toHaveCount(0)
    await overTime.press('Enter')
    await expect(
      haemoglobin.getByRole('img', { name: /2 measurements, from 12.9 g\/dL on today/ }),
    ).toBeVisible()
    const rows = haemoglobin.getByRole('table', { name: 'HGB over time, latest first' }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText(/this visit.*5\.1 g\/dL.*12\.0 to 15\.0/)
    await expect(rows.nth(2)).toContainText('12.9 g/dL')
    await look(page)
  })

  const stranger = await openPage()
  let link = ''
  await test.step('a link is made, shown once, and its secret is in no address', async () => {
    await expect(page.getByText('You have not created a link to these results.')).toBeVisible()
    await page.getByLabel('The link works for').selectOption('1 day')
    await page.getByRole('button', { name: 'Create a link' }).press('Enter')
    const field = page.getByRole('textbox', { name: 'Your link' })
    await expect(field).toBeFocused()
    link = await field.inputValue()
    expect(new URL(link).hash).toMatch(/^#token=[\w-]{43}$/)
    await expect(page.getByRole('list', { name: 'Your links' })).toContainText('Not opened yet')
    await look(page)

    const asked: string[] = []
    stranger.on('request', (request) => asked.push(request.url()))
    await stranger.goto(link)
    await expect(stranger.getByText('Ama Mensah has shared a report')).toBeVisible()
    await expect(stranger.getByRole('row').filter({ hasText: '5.1' })).toContainText('Critically low')
    expect(new URL(stranger.url()).hash).toBe('')
    expect(asked.filter((url) => url.includes(new URL(link).hash.slice(7)))).toEqual([])
    await expect(stranger).toHaveTitle(/^Shared with you/)
    expect(await stranger.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    expect(await stranger.locator('meta[name=referrer]').getAttribute('content')).toBe('no-referrer')
    await look(stranger)
    const coming = stranger.waitForEvent('download')
    await stranger.getByRole('button', { name: 'Download PDF' }).press('Enter')
    expect(readFileSync(await (await coming).path(), 'latin1').slice(0, 5)).toBe('%PDF-')
    const kept = await stranger.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    expect(kept).not.toMatch(/5\.1|HGB|token/)
  })

  await test.step('the patient sees that it was opened and ends it; it then shows nothing', async () => {
    await page.reload()
    const links = page.getByRole('list', { name: 'Your links' })
    await expect(links).toContainText(/Opened once, last today \d\d:\d\d/)
    await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveCount(0)
    await links.getByRole('button', { name: 'End this link' }).press('Enter')
    await expect(links).toContainText('You ended it')
    await stranger.reload()
    await expect(heading(stranger, 'Open the link once more')).toBeVisible()
    await look(stranger)
    await stranger.goto(link)
    await expect(heading(stranger, 'This link shows nothing')).toBeVisible()
    await look(stranger)
  })

  await test.step('a link for programs has a passcode, and a code to scan', async () => {
    await page.getByLabel('Who opens the link').selectOption('smart')
    await page.getByLabel('Passcode').fill('blue kettle')
    await page.getByRole('button', { name: 'Create a link' }).press('Enter')
    await expect(page.getByRole('img', { name: 'QR code of your link' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Your link' })).toHaveValue(/^shlink:\/[\w-]+$/)
    const links = page.getByRole('list', { name: 'Your links' })
    await expect(links).toContainText('SMART Health Link with a passcode')
    await look(page)
  })

  await test.step('a health card is saved as a file', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save a health card' }).press('Enter')
    const file = await coming
    expect(file.suggestedFilename()).toBe('results.smart-health-card')
    expect(JSON.parse(readFileSync(await file.path(), 'utf8')).verifiableCredential).toHaveLength(1)
    await expect(page.getByText(/The file is saved/)).toBeVisible()
    await look(page)
  })

  const paper = await lab.call<{ report: { code: string } }>(
    'GET',
    `/api/labtest/appointment/${second.visit}/report`,
    { by: ama },
  )
  const mabel = await lab.signUp({ role: 'admin', fullName: 'Mabel Manager' })
  await test.step('a manager withdraws the results; a technician cannot', async () => {
    await signIn(page, people.enters)
    await page.goto(`/tasks/${second.task}`)
    await expect(page.getByRole('button', { name: 'Correct these results' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw these results' })).toHaveCount(0)
    await signIn(page, mabel)
    await page.goto(`/tasks/${second.task}`)
    await page.getByRole('button', { name: 'Withdraw these results' }).press('Enter')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('The wrong tube was measured')
    await look(page)
    await page.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter')
    await expect(page.getByText('Withdrawn, and waiting for new results')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw these results' })).toHaveCount(0)
    await expect(page.getByLabel('HGB')).toHaveValue('')
    const told = page.getByText(/^Full Blood Count withdrawn today/)
    await expect(told).toContainText('Not seen yet by the patient. Call them:')
    await look(page)
    await page.goto(`/appointments/${second.visit}`)
    await expect(told).toContainText('Not seen yet by the patient.')
    await look(page)
    const mail = await lab.mailTo(ama.email, 0, 'has withdrawn a result')
    expect(mail.text).not.toMatch(/\b5\.1\b|wrong tube/)
  })

  await test.step('the paper and the patient’s screen say so, without the values', async () => {
    await page.goto(`/verify/${paper.report.code}`)
    await expect(heading(page, 'This report was withdrawn')).toBeVisible()
    await look(page)
    await signIn(page, ama)
    await page.goto(`/patient-dashboard/results?id=${second.visit}`)
    await expect(page.getByText('The laboratory has withdrawn these results.')).toBeVisible()
    await expect(page.getByText('Reason: The wrong tube was measured')).toBeVisible()
    await expect(page.getByText('5.1')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'PDF of version 1' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Your links' })).toContainText(
      'Last opened before these results were corrected or withdrawn.',
    )
    await look(page)
    await signIn(page, mabel)
    await page.goto(`/appointments/${second.visit}`)
    await expect(page.getByText(/^Full Blood Count withdrawn/)).toContainText(/Seen by the patient today/)
    await look(page)
  })
})

test('staff read and print the report of somebody who has no account, from wherever they meet them', async ({
  page,
  lab,
}) => {
  const mabel = await lab.signUp({ role: 'admin', fullName: 'Mabel Manager' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  // Booked by the manager for nobody's account.
  const people = { patient: mabel, enters: hana, releases: rita }
  const { visit } = await releasedTask(lab, people, normal, {
    patient: { fullName: 'Yaa Paper', email: '' },
  })
  const report = heading(page, 'Report of Yaa Paper')
  const way = page.getByRole('link', { name: 'Read or print the report' })

  await test.step('the manager reads it from the appointment and from the person', async () => {
    await signIn(page, mabel)
    await page.goto(`/appointments/${visit}`)
    await look(page)
    await way.press('Enter')
    await expect(report).toBeVisible()
    await expect(page.getByText('Version 1, issued')).toContainText('All results')
    await unfoldUsual(page)
    await expect(page.getByRole('listitem').filter({ hasText: 'White blood cells' })).toContainText('6.1')
    await look(page)
    await page.goto(`/appointments/${visit}`)
    await page.getByRole('link', { name: /^P\d{9}$/ }).click()
    await page.getByRole('link', { name: /^Report of today/ }).press('Enter')
    await expect(report).toBeVisible()
  })

  await test.step('a technician reads it from the visit, its sample and the list of what was released', async () => {
    await signIn(page, hana)
    await page.goto(`/collect/${visit}`)
    await look(page)
    await way.press('Enter')
    await expect(report).toBeVisible()
    await page.getByRole('link', { name: /^[A-Z0-9]{6,}$/ }).press('Enter')
    await page.getByRole('link', { name: /^01 \d{6} \d{5} \d$/ }).press('Enter')
    await look(page)
    await way.press('Enter')
    await expect(report).toBeVisible()
    await page.goto('/release?view=released')
    await page.getByRole('link', { name: 'Report of Yaa Paper' }).press('Enter')
    await expect(report).toBeVisible()
    await look(page)
  })

  await test.step('a print is a copy of the PDF, and is recorded', async () => {
    const printed = page.waitForResponse((answer) => answer.url().includes('/report.pdf'))
    await page.keyboard.press('p')
    const pdf = await printed
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect(new URL(pdf.url()).searchParams.get('purpose')).toBe('print')
    await page.bringToFront()
    const path = `/api/audit?about=${visit}&action=report.printed`
    const { rows: entries } = await lab.call<{ rows: { by: { fullName: string } }[] }>('GET', path, {
      by: mabel,
    })
    expect(entries.map(({ by }) => by.fullName)).toEqual(['Hana Haematologist'])
  })

  await test.step('a hand-over is recorded, and missing fields are named', async () => {
    await page.getByRole('button', { name: 'Record a handover' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Hand over version 1' })
    await dialog.getByRole('button', { name: 'Record' }).press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Choose how the recipient was identified')
    await look(page)
    await dialog.getByLabel('Name of the recipient').fill('Kofi Brother')
    await dialog.getByLabel('Who the recipient is').selectOption('Relative')
    await dialog.getByLabel('Identity card').check()
    await dialog.getByRole('button', { name: 'Record' }).press('Enter')
    const handed = page.getByRole('region', { name: 'Handed over' })
    await expect(handed).toContainText('Kofi Brother, relative, version 1')
    await expect(handed).toContainText('Identified by: identity card.')
  })

  await test.step('the search finds the report, and it is printed with the other reports of the day', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('searchbox').fill('Yaa Paper')
    await page.getByRole('option', { name: /^Report of Yaa Paper/ }).click()
    await expect(report).toBeVisible()
    await page.goto('/release?view=reports')
    const row = page.getByRole('listitem').filter({ hasText: 'Yaa Paper' })
    await expect(row).toContainText('Printed')
    await expect(row).toContainText('Handed over')
    await look(page)
    await row.getByRole('checkbox').check()
    const printed = page.waitForResponse((answer) => answer.url().includes('/reports.pdf'))
    await page.getByRole('button', { name: /^Print 1/ }).press('Enter')
    const pdf = await printed
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await page.bringToFront()
  })

  await test.step('a patient has no such screen', async () => {
    await signIn(page, await lab.signUp({ fullName: 'Ama Mensah' }))
    await page.goto(`/reports/${visit}`)
    await expect(heading(page, /^Welcome/)).toBeVisible()
  })
})
