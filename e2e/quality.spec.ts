import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { addAnalyser } from './full-laboratory.ts'
import { heading } from './screens.ts'
import { expect, type Person, test } from './server.ts'
import { signIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'

test.beforeAll(({ lab }) => lab.renew())

/** A blood count that the technician has entered and completed; made by calls. */
async function completeCount(lab: Laboratory, patient: Person, by: Person): Promise<void> {
  const { task } = await startedTask(lab, patient, by)
  const body = { values: { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }, revision: 0 }
  await lab.call('POST', `/api/Labtask/task/${task}/results`, { by, body })
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by, body: { status: 'completed' } })
}

test('a manager sets up a lot with its targets, opens it, and closes it', async ({ page, lab }) => {
  const mina = await lab.signUp({ role: 'admin', fullName: 'Mina Manager' })
  await page.goto('/login')

  await test.step('nothing is open yet: a lot is added, gets targets, and is opened', async () => {
    await signIn(page, mina)
    await page.goto('/manager-dashboard')
    await page.getByRole('link', { name: 'Quality' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'No control is open' })).toBeVisible()
    await look(page)
    await page.getByRole('link', { name: 'Set up lots' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'No lot yet' })).toBeVisible()
    await look(page)
    await page.getByRole('button', { name: 'Add a lot' }).press('Enter')
    await expect(page.getByLabel('Name of the material')).toBeFocused()
    await page.keyboard.type('Control blood')
    await page.getByLabel('Manufacturer').fill('Acme')
    await page.getByLabel('Level').fill('Level 1')
    await page.getByLabel('Lot number').fill('4711')
    await page.getByLabel('Expiry date').fill('2020-01-31')
    await page.getByRole('button', { name: 'Add the lot' }).press('Enter')
    await expect(page.getByLabel('Expiry date')).toHaveAccessibleDescription(/This day has passed/)
    await look(page)
    await page.getByLabel('Expiry date').fill('2099-12-31')
    await page.getByRole('button', { name: 'Add the lot' }).press('Enter')
    await expect(heading(page, 'Control blood, Level 1, lot 4711')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open this lot' })).toHaveAccessibleDescription(
      'Enter its targets first.',
    )
    const analyte = page.getByLabel('Analyte')
    await analyte.selectOption({ label: 'All of Full Blood Count (18)' })
    await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expect(page.getByLabel('Mean of Basophils (abs)')).toBeVisible()
    await page.reload()
    for (const code of ['HGB', 'PLT', 'ESR']) {
      await analyte.selectOption(code)
      await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    }
    await page.getByRole('button', { name: 'Remove ESR (Westergren, 1 h)' }).press('Enter')
    await page.getByLabel('Mean of HGB').fill('12')
    await page.getByLabel('SD of HGB').fill('0,2')
    await page.getByLabel('Mean of PLT').fill('many')
    await page.getByLabel('SD of PLT').fill('10')
    await page.getByRole('button', { name: 'Save targets' }).press('Enter')
    await expect(page.getByLabel('Mean of PLT')).toHaveAccessibleDescription('Enter the mean as a number')
    await look(page)
    await page.getByLabel('Mean of PLT').fill('250')
    await page.getByRole('button', { name: 'Save targets' }).press('Enter')
    await expect(page.getByText('Level 1, lot 4711: targets saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open this lot' })).toBeEnabled()
    await page.getByRole('button', { name: 'Open this lot' }).press('Enter')
    await expect(page.getByText('Level 1, lot 4711: open.')).toBeVisible()
    await page.goto('/quality/set-up')
    await expect(page.getByRole('row').filter({ hasText: 'lot 4711' })).toContainText('Open')
    await page.getByLabel('Hours without a control').fill('12')
    await page.getByRole('button', { name: 'Save hours' }).press('Enter')
    await expect(page.getByText('An analyte without a control for 12 h is pointed out.')).toBeVisible()
    await look(page)
  })

  await test.step('it is closed with a reason, and never used again', async () => {
    await page.getByRole('link', { name: /lot 4711/ }).press('Enter')
    await page.getByRole('button', { name: 'Close this lot' }).press('Enter')
    await page.getByLabel('Reason').fill('Used up')
    await page.getByRole('button', { name: 'Close the lot' }).press('Enter')
    await expect(page.getByText('Closed: Used up')).toBeVisible()
    await look(page)
  })
})

/** An open lot with targets for HGB and PLT; made by calls. */
async function openLot(lab: Laboratory, by: Person): Promise<string> {
  const quality = '/api/Labtask/quality'
  type Made = { id: string }
  const material = await lab.call<Made>('POST', `${quality}/materials`, {
    by,
    body: { name: 'Control blood', manufacturer: 'Beta' },
  })
  const { id } = await lab.call<Made>('POST', `${quality}/lots`, {
    by,
    body: { materialId: material.id, level: 'Level 1', number: '4712', expiresOn: '2099-12-31' },
  })
  const targets = [
    { analyte: 'HGB', mean: 12, sd: 0.2 },
    { analyte: 'PLT', mean: 250, sd: 10 },
  ]
  await lab.call('PUT', `${quality}/lots/${id}/targets`, { by, body: { targets } })
  await lab.call('PUT', `${quality}/lots/${id}/status`, { by, body: { status: 'open' } })
  return id
}

test('a control is measured by keyboard, goes out of control, keeps a result back, and is answered for', async ({
  page,
  lab,
}) => {
  const mina = await lab.signUp({ role: 'admin', fullName: 'Mina Manager' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const lot = await openLot(lab, mina)
  await page.goto('/login')

  await test.step('a technician measures it with the keyboard alone, and sees the distance while typing', async () => {
    await signIn(page, hana)
    await page.goto('/technician-dashboard')
    await page.getByRole('link', { name: 'Quality' }).press('Enter')
    const row = page.getByRole('listitem').filter({ hasText: 'HGB' }).first()
    await expect(row).toContainText('Not measured yet')
    await expect(row).toContainText(/No control (today|for 12 h)/)
    await look(page)
    await row.getByRole('link', { name: 'Control blood, Level 1' }).press('Enter')
    await expect(heading(page, 'Control blood, Level 1')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save the run' })).toHaveAccessibleDescription(
      'Enter at least one value.',
    )
    await page.getByLabel('HGB', { exact: true }).focus()
    await page.keyboard.type('12,1')
    await expect(page.getByText('+0.50 SD')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('PLT', { exact: true })).toBeFocused()
    await page.keyboard.type('2500')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Save the run' })).toBeFocused()
    await page.getByLabel('PLT', { exact: true }).fill('25O')
    await page.getByRole('button', { name: 'Save the run' }).press('Enter')
    await expect(page.getByLabel('PLT', { exact: true })).toHaveAccessibleDescription(/PLT must be a number/)
    await look(page)
    await page.getByLabel('PLT', { exact: true }).fill('245')
    await page.getByRole('button', { name: 'Save the run' }).press('Enter')
    await expect(page.getByText('Level 1, lot 4712: 2 values recorded, in control.')).toBeVisible()
    await expect(page.getByLabel('HGB', { exact: true })).toHaveValue('')
  })

  await completeCount(lab, ama, hana)

  await test.step('a value beyond three SD is said at once, drawn, and reached by the arrow keys', async () => {
    // Eleven quiet days before it, so that the chart has a line.
    for (const value of [11.8, 12.2, 11.9, 12.5, 12, 11.9, 12.1, 11.7, 12.1, 12, 12.2]) {
      const body = { lot, values: { HGB: value }, instrument: 'Counter 2' }
      await lab.call('POST', '/api/Labtask/quality/runs', { by: hana, body })
    }
    await page.reload()
    await expect(page.getByRole('checkbox', { name: /Part of the run of .* with Level 1/ })).toBeChecked()
    await page.getByLabel('HGB', { exact: true }).fill('12.7')
    await expect(page.getByText('+3.50 SD')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    // HGB is in the latest run already: once more is a run of its own.
    await expect(page.getByLabel('Instrument')).toBeVisible()
    await page.getByRole('button', { name: 'Save the run' }).press('Enter')
    await expect(page.getByText('1 value recorded. Out of control: HGB.')).toBeVisible()
    await expect(page.getByText('HGB: +3.50 SD, 1-3s (beyond 3 SD)')).toBeVisible()
    await expect(page.getByText('Results with HGB are not released')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accept HGB with a reason' })).toHaveAccessibleDescription(
      'You measured this control: somebody else has to take responsibility.',
    )
    const last = page.getByRole('radio', { name: /12\.7 g\/dL, \+3\.50 SD, breaks 1-3s/ })
    await expect(last).toBeChecked()
    await last.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(
      page.getByRole('radio', { name: /12\.2 g\/dL, \+1\.00 SD, in control/ }).last(),
    ).toBeFocused()
    await expect(
      page.getByText(/by Hana Haematologist\. Measured on Counter 2\. Breaks no rule/),
    ).toBeVisible()
    await page.keyboard.press('Home')
    await expect(page.getByRole('radio', { name: /12\.1 g\/dL, \+0\.50 SD/ }).first()).toBeFocused()
    await expect(
      page.getByRole('table', { name: 'Values of HGB, newest first' }).getByRole('row'),
    ).toHaveCount(14)
    await look(page)
    await page.goto('/quality')
    await expect(page.getByRole('heading', { name: 'Held back' })).toBeVisible()
    await expect(page.getByText('1 completed test waits.')).toBeVisible()
    await look(page)
  })

  await test.step('the result cannot be released, and the screen says which lot and which rule', async () => {
    await signIn(page, rita)
    await page.goto('/release')
    const box = page.getByRole('checkbox', { name: 'Full Blood Count, Ama Mensah' })
    await expect(box).toBeDisabled()
    await expect(box).toHaveAccessibleDescription(
      /HGB is out of control: Control blood, Level 1, lot 4712, breaks 1-3s \(beyond 3 SD\)/,
    )
    await look(page)
  })

  await test.step('somebody else answers for it in writing, and the result is released', async () => {
    await page.goto('/quality')
    await page.getByRole('link', { name: /HGB: Control blood/ }).press('Enter')
    await page.getByRole('button', { name: 'Accept HGB with a reason' }).press('Enter')
    await expect(page.getByLabel('Why the results can be relied on')).toBeFocused()
    await page.keyboard.type('fine')
    await page.getByRole('button', { name: 'Accept with a reason', exact: true }).press('Enter')
    await expect(page.getByLabel('Why the results can be relied on')).toHaveAccessibleDescription(
      /10 characters or more/,
    )
    await look(page)
    await page
      .getByLabel('Why the results can be relied on')
      .fill('An air bubble: a fresh vial and three patient samples agree.')
    await page.getByRole('button', { name: 'Accept with a reason', exact: true }).press('Enter')
    await expect(page.getByText('Accepted by Rita Reviewer')).toBeVisible()
    await expect(page.getByText('Out of control, accepted').first()).toBeVisible()
    await look(page)
    await page.goto('/release')
    await page.getByRole('checkbox', { name: 'Full Blood Count, Ama Mensah' }).press('Space')
    await page.getByRole('button', { name: 'Release 1' }).press('Enter')
    await expect(page.getByText('Nothing is waiting for release')).toBeVisible()
  })

  await test.step('a value that was recorded wrongly is struck out, with a reason, and stays to be seen', async () => {
    await page.goto('/quality')
    await page.getByRole('link', { name: 'Control blood, Level 1' }).first().press('Enter')
    await page.getByRole('button', { name: 'Strike out this value' }).press('Enter')
    await page.getByLabel('Reason').fill('Typed from the wrong vial')
    await page.getByRole('button', { name: 'Strike out', exact: true }).press('Enter')
    await expect(page.getByText('Struck out by Rita Reviewer')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'struck out' })).toContainText('12.7')
    await expect(page.getByRole('heading', { level: 2, name: 'HGB In control' })).toBeVisible()
    await look(page)
  })
})

test('two analysers have a chart each, and the overview names the one that is out of control', async ({
  page,
  lab,
}) => {
  const mina = await lab.signUp({ role: 'admin', fullName: 'Mina Manager' })
  const call = <Answer = unknown>(method: 'POST' | 'PUT', path: string, body: object) =>
    lab.call<Answer>(method, path, { by: mina, body })
  await addAnalyser(lab, mina, { name: 'Counter A', port: 5111 })
  await addAnalyser(lab, mina, { name: 'Counter B', port: 5112 })
  const quality = '/api/Labtask/quality'
  const { id: materialId } = await call<{ id: string }>('POST', `${quality}/materials`, {
    name: 'Blood of two analysers',
  })
  const about = { materialId, level: 'Level 1', number: '4712', expiresOn: '2099-12-31' }
  const { id: lot } = await call<{ id: string }>('POST', `${quality}/lots`, about)
  await call('PUT', `${quality}/lots/${lot}/targets`, { targets: [{ analyte: 'HGB', mean: 12, sd: 0.2 }] })
  await call('PUT', `${quality}/lots/${lot}/status`, { status: 'open' })
  for (const [instrument, value] of [
    ['Counter A', 12.1],
    ['Counter B', 12.9],
    ['Counter A', 11.9],
  ] as const) {
    await call('POST', `${quality}/runs`, { lot, values: { HGB: value }, instrument })
  }

  await page.goto('/login')
  await signIn(page, mina)
  await page.goto('/quality')
  await expect(page.getByText('Blood of two analysers, Level 1, lot 4712, Counter B')).toBeVisible()
  await look(page)
  await page.getByRole('link', { name: 'Blood of two analysers, Level 1, Counter B', exact: true }).click()
  await expect(page.getByText('Results with HGB from Counter B, and results that were typed,')).toBeVisible()
  const chart = page.getByRole('radiogroup', { name: /^Levey-Jennings chart of HGB/ })
  await expect(chart.getByRole('radio')).toHaveCount(1)
  await look(page)
  await page.getByLabel('Analyser', { exact: true }).selectOption('Counter A')
  await expect(chart.getByRole('radio')).toHaveCount(2)

  await page.goto('/quality')
  await page.getByRole('link', { name: 'Blood of two analysers, Level 1, Counter A', exact: true }).click()
  await expect(
    page.getByLabel('Analyser', { exact: true }).getByRole('option', { selected: true }),
  ).toHaveText('Counter A')
  await expect(page.locator('datalist option')).toHaveCount(2)
  const suggestions = await page.getByRole('combobox', { name: 'Instrument' }).getAttribute('list')
  const suggested = page.locator(`datalist[id="${suggestions}"] option`)
  expect(
    await suggested.evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
  ).toEqual(['Counter A', 'Counter B'])

  await page.getByLabel('HGB', { exact: true }).fill('12.2')
  await page.getByRole('combobox', { name: 'Instrument' }).fill('Counter B')
  await page.getByRole('button', { name: 'Save the run' }).click()
  await expect(page.getByText(/1 value recorded, in control/)).toBeVisible()
  await expect(
    page.getByLabel('Analyser', { exact: true }).getByRole('option', { selected: true }),
  ).toHaveText('Counter B')
  await expect(chart.getByRole('radio')).toHaveCount(2)

  const { id: high } = await call<{ id: string }>('POST', `${quality}/lots`, { ...about, level: 'Level 2' })
  await call('PUT', `${quality}/lots/${high}/targets`, { targets: [{ analyte: 'HGB', mean: 16, sd: 0.3 }] })
  await call('PUT', `${quality}/lots/${high}/status`, { status: 'open' })
  await page.goto(`/quality/${high}`)
  await expect(
    page.getByRole('checkbox', { name: /^Part of the run of .*, on Counter B, with Level 1$/ }),
  ).toBeChecked()
  await look(page)
})
