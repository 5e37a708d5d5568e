import { readFileSync } from 'node:fs'
import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { withAnalyser } from './full-laboratory.ts'
import { expect, test } from './server.ts'
import { managerOf, open, staySignedIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('an interface is verified: what the analyser showed is entered, compared and signed', async ({
  page,
  lab,
}) => {
  const manager = await managerOf(lab)
  const analyser = await withAnalyser(lab, manager)
  await open(page, `/analysers/${analyser.id}`, manager)
  await page.getByRole('region', { name: 'Interface verification' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Interface verification' })).toBeVisible()
  await expect(page.getByText('Differs')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()

  await page.getByLabel('Message', { exact: true }).selectOption(analyser.message)
  await expect(page.getByLabel(/^WBC/)).toHaveValue('6.2')
  await look(page)
  await page.getByLabel(/^WBC/).fill('6.1')
  await page.getByRole('button', { name: 'Save and compare' }).click()
  await expect(page.getByText('Agrees')).toBeVisible()

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await look(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByText('SHA-256 of the PDF')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open the PDF' }).click()
  await (await opened).close()

  // A change of the mapping afterwards.
  await lab.call('PUT', `/api/instruments/${analyser.id}/codes`, {
    by: manager,
    body: { code: 'WBC', analyte: 'WBC', unit: '', factor: 2 },
  })
  await page.reload()
  await expect(page.getByText('Outdated')).toBeVisible()
  await look(page)
})

test('a profile is exported as a file, imported, and used for another analyser that writes files', async ({
  page,
  lab,
}) => {
  const manager = await managerOf(lab)
  const { instruments } = await lab.call<{ instruments: { id: string }[] }>('GET', '/api/instruments', {
    by: manager,
  })
  await open(page, `/analysers/${instruments[0]?.id}`, manager)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as a profile' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('counter-in-room-2.json')
  const text = readFileSync(await file.path(), 'utf8')
  const profile = JSON.parse(text)
  expect(profile).toMatchObject({ format: 'phial-instrument-profile', name: 'Counter in room 2' })
  expect(text).not.toContain('192.0.2.0')

  await page.goto('/analysers')
  const choose = async (body: object) => {
    const buffer = Buffer.from(JSON.stringify(body))
    await page
      .getByLabel('Profile file')
      .setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer })
  }
  await choose({ ...profile, settings: { ...profile.settings, port: 0 } })
  await expect(page.getByText('settings.port:')).toBeVisible()
  await look(page)
  await choose(profile)
  await expect(page.getByText('The profile Counter in room 2 is imported.')).toBeVisible()

  await page.getByRole('button', { name: 'Add an analyser' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Profile').selectOption({ label: 'Counter in room 2' })
  await expect(dialog.getByLabel('Port')).toHaveValue('5101')
  await dialog.getByLabel('The connection is encrypted (TLS)').check()
  await look(page)
  await dialog.getByLabel('Protocol').selectOption('csv')
  await dialog.getByLabel('Who connects').selectOption('folder')
  await dialog.getByLabel('Name').fill('Reader')
  await dialog.getByLabel('Folder').fill('reader')
  await dialog.getByLabel('Sample number column').fill('Sample')
  await look(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Reader' })).toBeVisible()
  await expect(page.getByText('WBC', { exact: true }).first()).toBeVisible()
})

test('a technician reports a breakdown, the bench shows it, and a manager puts the analyser back into use', async ({
  page,
  openPage,
  lab,
}) => {
  const manager = await managerOf(lab)
  const { instruments } = await lab.call<{ instruments: { id: string; name: string }[] }>(
    'GET',
    '/api/instruments',
    { by: manager },
  )
  const { id, name } = instruments[0] ?? { id: '', name: '' }
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const bench = await openPage()
  await staySignedIn(bench, hana)
  await bench.goto('/analysers')
  await bench.getByRole('button', { name: `Report a breakdown of ${name}` }).click()
  await bench.getByLabel('Fault').fill('The sample probe is bent')
  await look(bench)
  await bench.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click()
  await expect(bench.getByRole('row', { name: /Out of use.*The sample probe is bent/ })).toBeVisible()
  await expect(bench.getByRole('button', { name: /is back in use/ })).toHaveCount(0)
  await look(bench)
  const { task } = await startedTask(lab, await lab.signUp({ fullName: 'Ama Mensah' }), hana)
  for (const path of [`/tasks/${task}`, '/worklist?test=Full+Blood+Count', '/technician-dashboard']) {
    await bench.goto(path)
    await expect(bench.getByText(/is out of use since.*: The sample probe is bent/)).toBeVisible()
    await look(bench)
  }

  await open(page, `/analysers/${id}`, manager)
  await page.getByRole('button', { name: 'Back in use' }).click()
  // The breakdown began in this minute.
  await expect(async () => {
    await page.getByLabel('Time').fill(new Date().toISOString().slice(11, 16))
    await page.getByLabel('Repair and verification').fill('Probe changed, controls in range')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2_000 })
  }).toPass({ timeout: 90_000 })
  await expect(page.getByRole('row', { name: /The sample probe is bent.*Probe changed/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hours out of use by month' })).toBeVisible()
  await look(page)
})
