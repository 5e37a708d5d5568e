import { look } from './accessible.ts'
import { makeTechnician, releasedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open, signIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('staff give a link and a slip, and a person without an account opens the results', async ({
  page,
  lab,
  openPage,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const values = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }
  const { visit } = await releasedTask(lab, { patient: ama, enters: hana, releases: rita }, values)
  await lab.sql(
    "update person set birth_date = '1991-05-04', birth_precision = 'day' where id = (select person_id from visit where id = $1)",
    [visit],
  )

  await open(page, `/reports/${visit}`, rita)
  await page.getByRole('button', { name: 'Send a link' }).press('Enter')
  await page.getByLabel('Phone Number').fill('+233 24 123 4567')
  await look(page)
  await page.getByRole('button', { name: 'Send by WhatsApp' }).press('Enter')
  const whatsapp = page.getByRole('link', { name: 'Open WhatsApp' })
  const text = decodeURIComponent((await whatsapp.getAttribute('href')) ?? '')
  expect(text).not.toContain('Ama')
  const link = /(\S+\/result#k=\w+)/.exec(text)?.[1] ?? ''
  await page.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(page.getByText('Not opened yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Print a slip' }).press('Enter')
  const slip = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'On A4' }).press('Enter')
  await (await slip).close()
  await expect(page.getByText('Collection slip', { exact: true })).toBeVisible()

  const guest = await openPage()
  await guest.goto(`/result${new URL(link.replace(/^.*?http/, 'http')).hash}`)
  await expect(heading(guest, 'Your results')).toBeVisible()
  expect(new URL(guest.url()).hash).toBe('')
  const birth = guest.getByLabel('Date of birth of the person tested')
  await birth.fill('5/4/1991')
  await look(guest)
  await guest.getByRole('button', { name: 'Open the results' }).press('Enter')
  await expect(guest.getByRole('alert')).toContainText('4 tries are left')
  await birth.fill('4/5/1991')
  await guest.getByRole('button', { name: 'Open the results' }).press('Enter')
  await expect(guest.getByText(/^All \d+ as usual/).first()).toBeVisible()
  await look(guest)
  const download = guest.waitForEvent('download')
  await guest.getByRole('button', { name: 'Download PDF' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^report-.+-1\.pdf$/)

  await page.reload()
  await expect(page.getByText(/Opened once/)).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: 'WhatsApp' })
  await entry.getByRole('button', { name: 'End it' }).press('Enter')
  await expect(page.getByText('The link is ended.')).toBeVisible()
  await guest.goto('/login')
  await guest.goto(`/result${new URL(link.replace(/^.*?http/, 'http')).hash}`)
  await expect(heading(guest, 'This link shows nothing')).toBeVisible()
})

test('a manager sets what reports say and looks at a preview', async ({ page, lab }) => {
  await makeTechnician(lab, 'Rita Reviewer')
  await signIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/settings/reports')
  await page.getByLabel('Header line').fill('Licence HEFRA 123')
  const preview = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Show a preview' }).press('Enter')
  await (await preview).close()
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('The settings of reports are saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Change Rita Reviewer' }).first().press('Enter')
  await page.getByLabel('Qualification').fill('Biomedical Scientist')
  await look(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByRole('cell', { name: 'Biomedical Scientist' })).toBeVisible()

  await page.goto('/manager-dashboard/catalogue/comments')
  await page.getByRole('button', { name: 'Add an interpretive comment' }).press('Enter')
  await page.getByLabel('Analyte').selectOption('HGB')
  await page.getByLabel('Low', { exact: true }).check()
  await page.getByRole('textbox', { name: 'Text' }).fill('Mild anaemia.')
  await look(page)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('To be confirmed')).toBeVisible()
  await page.getByRole('button', { name: /^Confirm the comment for/ }).press('Enter')
  await expect(page.getByText('Confirmed. It stands on reports from now on.')).toBeVisible()
})
