import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect } from './server.ts'
import { managerOf, signIn } from './sign-in.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

const sedimentation = 'Erythrocyte Sedimentation Rate (ESR)'

test('the manager changes an interval, is told of a gap at its field, and confirms it for the bench', async ({
  page,
  lab,
}) => {
  const manager = await managerOf(lab)
  const technician = await makeTechnician(lab, 'Hana Haematologist', [sedimentation])
  const { task } = await startedTask(lab, await lab.signUp({ fullName: 'Kofi Boateng' }), technician, {
    patient: { age: 52, gender: 'male' },
    tests: [sedimentation],
  })

  await test.step('the technician’s form says that the interval is to be confirmed', async () => {
    await signIn(page, technician)
    await page.goto(`/tasks/${task}`)
    const row = page.getByRole('listitem').filter({ has: page.getByLabel('ESR (Westergren, 1 h)') })
    await expect(row).toContainText('up to 20')
    await expect(row).toContainText('to be confirmed')
  })

  await test.step('the catalogue says how many wait, and finds a test by its analyte', async () => {
    await signIn(page, manager)
    await page.goto('/manager-dashboard')
    await page.getByRole('link', { name: 'Catalogue' }).click()
    await expect(heading(page, 'Catalogue')).toBeFocused()
    await expect(page.getByText(/^67 of 96 intervals wait for the laboratory’s director$/)).toBeVisible()
    await expect(page.getByText('LOINC® is a registered United States trademark')).toBeVisible()
    await page.getByLabel('Search').fill('westergren')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: 'ESR (Westergren, 1 h)' }).click()
    await expect(heading(page, 'ESR (Westergren, 1 h)')).toBeVisible()
    await expect(page.getByText('To be confirmed by the laboratory’s director.')).toBeVisible()
  })

  await test.step('an age that no band covers is drawn, and refused at the field where it begins', async () => {
    // By keyboard alone: sex, age from, and on to the next field.
    await page.getByLabel('Age from, band 2').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('55')
    await expect(page.getByRole('img', { name: /^Male/ })).toHaveAccessibleName(/No band from 50 to 55 years/)
    await expect(page.getByText('Once the table is correct')).toBeVisible()
    await page.getByLabel('Reason', { exact: true }).fill('Our own study')
    await page.getByRole('button', { name: 'Save as a new version' }).press('Enter')
    const problem = /No band for men from 50 to 55 years: begin at 50, or let the band before end at 55/
    await expect(page.getByRole('alert')).toContainText(problem)
    await expect(page.getByLabel('Age from, band 2')).toHaveAccessibleDescription(problem)
    await look(page)
  })

  await test.step('the earlier band is let go on, and the change is saved as a version', async () => {
    await page.getByLabel('Age to, band 1').fill('55')
    await expect(page.getByRole('img', { name: /^Male/ })).not.toHaveAccessibleName(/No band/)
    await expect(page.getByRole('button', { name: 'Confirm this interval' })).toBeDisabled()
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await expect(page.getByText('The interval of ESR (Westergren, 1 h) is saved.')).toBeVisible()
    await expect(page.getByText('Version 2')).toBeVisible()
    await expect(page.getByText('New: Male under 55 years, 0–15')).toBeVisible()
    await expect(page.getByText('Our own study')).toBeVisible()
  })

  await test.step('confirming says what it means, and puts the manager’s name to it', async () => {
    await page.getByRole('button', { name: 'Confirm this interval' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Confirm the interval of ESR (Westergren, 1 h)?' })
    await expect(dialog).toContainText('no longer call them “to be confirmed”')
    await expect(dialog).toContainText('Male under 55 years: 0–15')
    await look(page)
    await dialog.getByLabel('Note').fill('Seen with 120 donors')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Interval confirmed.')).toBeVisible()
    await expect(page.getByText('Version 3')).toBeVisible()
    await expect(page.getByText('The same limits as before.')).toBeVisible()
    await expect(page.getByText('Seen with 120 donors')).toBeVisible()
    await look(page)
  })

  await test.step('the technician’s form has the new limits and no longer says so', async () => {
    await signIn(page, technician)
    await page.goto(`/tasks/${task}`)
    const row = page.getByRole('listitem').filter({ has: page.getByLabel('ESR (Westergren, 1 h)') })
    await expect(row).toContainText('up to 15')
    await expect(row).not.toContainText('to be confirmed')
  })
})

test('several intervals are confirmed together, each with its source in sight', async ({ page, lab }) => {
  await signIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/catalogue/confirm')
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await page.getByLabel('Test', { exact: true }).selectOption({ label: 'Liver Function Test (LFT) (6)' })
  await expect(page.getByRole('checkbox')).toHaveCount(6)
  await expect(page.getByRole('checkbox', { name: 'ALT' })).toHaveAccessibleDescription(
    /Male from 18 years: 5–40/,
  )
  await look(page)
  await page.getByRole('checkbox', { name: 'ALT' }).press('Space')
  await page.getByRole('checkbox', { name: 'AST' }).press('Space')
  await page.getByRole('button', { name: 'Confirm 2' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm 2 intervals?' })
  await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('2 intervals confirmed.')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(4)
})

test('a test goes by a new name, and who saw it before does not write over it', async ({
  page,
  lab,
  watch,
}) => {
  const manager = await managerOf(lab)
  await signIn(page, manager)
  await page.goto('/manager-dashboard/catalogue')
  await page.getByRole('link', { name: 'Typhidot' }).click()
  await expect(heading(page, 'Typhidot')).toBeVisible()
  await look(page)
  await page.getByLabel('Turnaround time (hours)').fill('soon')
  await page.getByLabel('Reason for the change').fill('A quicker kit')
  watch.provokes(/400|409/)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Turnaround time (hours)')).toHaveAccessibleDescription(
    /must be a number of hours/,
  )
  await page.getByLabel('Turnaround time (hours)').fill('1,5')
  await page.getByLabel('Name', { exact: true }).fill('Typhoid IgM and IgG')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Typhoid IgM and IgG saved.')).toBeVisible()
  await expect(page.getByText('A quicker kit')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    /^Also booked as Typhidot/,
  )

  type Read = Record<string, unknown> & { version: number }
  const path = '/api/catalogue/tests/TYPH'
  const {
    version,
    code: _c,
    panelVersion: _p,
    aliases: _a,
    analytes: _n,
    history: _h,
    ...fields
  } = await lab.call<Read>('GET', path, { by: manager })
  const body = { ...fields, follows: version, reason: 'Meanwhile', expectedMinutes: 12 }
  await lab.call('PUT', path, { by: manager, body })
  await page.getByLabel('Estimated duration (minutes)').fill('45')
  await page.getByLabel('Reason for the change').fill('Too late')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const meanwhile = page.getByRole('alert').filter({ hasText: 'Somebody else changed this meanwhile' })
  await expect(meanwhile).toContainText('Estimated duration (minutes): 12')
  await expect(page.getByLabel('Estimated duration (minutes)')).toHaveValue('45')
  await page.reload()
  await expect(page.getByLabel('Estimated duration (minutes)')).toHaveValue('12')
})

test('an older version’s limits are taken up again, and an answer is made critical', async ({
  page,
  lab,
}) => {
  await signIn(page, await managerOf(lab))
  // A code with a sign that addresses give another meaning.
  await page.goto(`/manager-dashboard/catalogue/analytes/${encodeURIComponent('NEUT%')}`)
  await expect(heading(page, 'Neutrophils %')).toBeVisible()
  await page.getByLabel('Low, band 1', { exact: true }).fill('35,5')
  await page.getByLabel('Reason', { exact: true }).fill('Lower here')
  await page.getByRole('button', { name: 'Save as a new version' }).click()
  await expect(page.getByText('All ages: low 40.0 → 35.5')).toBeVisible()
  await page.getByRole('button', { name: 'Add these limits to the table' }).click()
  await expect(page.getByLabel('Low, band 1', { exact: true })).toHaveValue('40.0')
  await page.getByRole('button', { name: 'Discard what is typed' }).click()
  await expect(page.getByLabel('Low, band 1', { exact: true })).toHaveValue('35.5')
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible()

  await page.goto('/manager-dashboard/catalogue/analytes/URE-NITRITE')
  await look(page)
  await page.getByRole('group', { name: 'Positive' }).getByLabel('Critical').press('Space')
  await page.getByLabel('Source').fill('Leaflet of the strip')
  await page.getByLabel('Reason', { exact: true }).fill('Told at once from now on')
  await page.getByRole('button', { name: 'Save as a new version' }).click()
  await expect(page.getByText('Critical answers: none → Positive')).toBeVisible()
})

test('one person may release only with a reason, and the screen says what follows', async ({ page, lab }) => {
  await signIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/catalogue')
  await page.getByRole('link', { name: 'Release policy' }).click()
  await page.getByLabel(/^Two people/).uncheck()
  await expect(page.getByText('Every report will say so')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/)
  await look(page)
  await page.getByLabel('Reason').fill('One technician at night')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Release policy saved.')).toBeVisible()
  await expect(page.getByText('Two people release')).toBeVisible()
  await expect(page.getByText('One technician at night')).toBeVisible()
})
