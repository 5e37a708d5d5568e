import { readFileSync } from 'node:fs'
import { look } from './accessible.ts'
import { heading } from './screens.ts'
import { expect } from './server.ts'
import { managerOf, signIn } from './sign-in.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a new manager brings patients in, mends what is wrong, and takes everything out', async ({
  page,
  lab,
}) => {
  await signIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/import')
  await expect(heading(page, 'Import and export')).toBeVisible()
  await expect(page.getByText('No file has been imported yet.')).toBeVisible()
  await look(page)
  const sample = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a sample file' }).click()
  expect((await sample).suggestedFilename()).toBe('patients.csv')

  await page.getByLabel('Where it comes from').fill('Old system')
  const choose = page.getByLabel('CSV file')
  await choose.setInputFiles(
    file('old.csv', 'Nom;E-mail\r\nEsi Owusu;nobody\r\nKofi Asante;kofi.a@example.com\r\n'),
  )
  await expect(page.getByText('The file cannot be imported yet')).toBeVisible()
  const totals = page.getByRole('list', { name: 'Totals' })
  await expect(totals.getByText(/^0 Errors$/)).toBeVisible()
  await page.getByLabel('Full name (required)').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Preview again' }).click()
  await expect(page.getByRole('row', { name: /Esi Owusu/ })).toContainText('Email: Enter an e-mail address')
  const errors = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the list of errors' }).click()
  expect(readFileSync(await (await errors).path(), 'utf8')).toContain('2,Email,')
  await expect(totals.getByText(/^1 Error$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled()
  await look(page)

  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  await expect(page.getByLabel('Where it comes from')).toHaveValue('Old system')
  await choose.setInputFiles(
    file(
      'old.csv',
      'Name;E-mail;Sex;Born\r\nEsi Owusu;esi.o@example.com;;\r\nKofi Asante;kofi.a@example.com;M;1988\r\nAdwoa Badu;;;\r\nYaw Nomail;;M;12/3/2017\r\n',
    ),
  )
  await expect(page.getByRole('heading', { name: 'old.csv' })).toBeFocused()
  await expect(page.getByRole('row', { name: /Adwoa Badu/ })).toContainText(
    'No e-mail and no gender: comes in with their appointments',
  )
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('The file is in: 3 new, 0 changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  await expect(page.getByRole('row', { name: /old\.csv, patients/ })).toBeVisible()

  await page.getByLabel('Your password').fill(lab.manager.password)
  const all = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const archive = readFileSync(await (await all).path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')

  await page.goto('/manager-dashboard/appointments')
  const list = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await list).suggestedFilename()).toBe('appointments.csv')
})
