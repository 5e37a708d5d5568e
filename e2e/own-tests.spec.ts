import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect } from './server.ts'
import { managerOf, type Signed, signIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'
import { book } from './visits.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a new manager adds what the catalogue has not: analytes, and a test of them', async ({
  page,
  lab,
  watch,
}) => {
  test.slow()
  await signIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/catalogue')

  await test.step('an analyte that is a number, its unit and its code checked where they stand', async () => {
    await page.getByRole('link', { name: 'Add an analyte' }).click()
    await expect(heading(page, 'Add an analyte')).toBeFocused()
    await look(page)
    await page.getByLabel('Name').fill('HDL cholesterol')
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('HDL-CHOLESTEROL')
    await page.getByLabel('Code', { exact: true }).fill('hdl')
    await page.getByLabel('Type of result').selectOption({ label: 'Number' })
    await page.getByLabel('Unit').fill('mg/dl')
    await page.getByLabel('Decimals').fill('0')
    await page.getByLabel('Lowest possible').fill('0')
    await page.getByLabel('Highest possible').fill('300')
    await page.getByLabel('LOINC code').fill('2085-9')
    await page.getByRole('button', { name: 'Add a band' }).click()
    await page.getByLabel('Sex, band 1').selectOption('female')
    await page.getByLabel('Low, band 1', { exact: true }).fill('50')
    await page.getByRole('button', { name: 'Add a band' }).click()
    await page.getByLabel('Sex, band 2').selectOption('male')
    await page.getByLabel('Low, band 2', { exact: true }).fill('40')
    await expect(page.getByRole('img', { name: /^Female/ })).toBeVisible()
    await page.getByLabel('Source').fill('NCEP ATP III')
    await page.getByRole('button', { name: 'Add the analyte' }).click()
    await expect(page.getByLabel('Unit')).toHaveAccessibleDescription(/“mg\/dL” is/)
    await look(page)
    await page.getByLabel('Unit').fill('mg/dL')
    watch.provokes(/400/)
    await page.getByRole('button', { name: 'Add the analyte' }).click()
    const property = page.getByLabel('LOINC property')
    await expect(property).toHaveAccessibleDescription(/Choose the property that LOINC gives 2085-9/)
    await property.selectOption('SCnc')
    await page.getByRole('button', { name: 'Add the analyte' }).click()
    await expect(page.getByLabel('Unit')).toHaveAccessibleDescription(/amount of substance per volume/)
    await property.selectOption('MCnc')
    await page.getByRole('button', { name: 'Add the analyte' }).click()
    await expect(page.getByText('HDL cholesterol added.')).toBeVisible()
    await expect(heading(page, 'HDL cholesterol')).toBeVisible()
    await expect(page.getByText('LOINC 2085-9, mass per volume (MCnc). In no test yet')).toBeVisible()
    await expect(page.getByText('To be confirmed by the laboratory’s director.')).toBeVisible()
    await look(page)
  })

  await test.step('an analyte of answers, one of them abnormal', async () => {
    await page.goto('/manager-dashboard/catalogue')
    await expect(page.getByText('In no test yet: HDL cholesterol')).toBeVisible()
    await look(page)
    await page.getByRole('link', { name: 'Add an analyte' }).click()
    await page.getByLabel('Name').fill('Look of the serum')
    await page.getByLabel('Type of result').selectOption({ label: 'Answer from a list' })
    await page.getByLabel('Answers to choose from').fill('Clear\nMilky')
    await page.getByRole('group', { name: 'Milky' }).getByLabel('Abnormal').check()
    await page.getByLabel('Source').fill('Our own')
    await look(page)
    await page.getByRole('button', { name: 'Add the analyte' }).click()
    await expect(page.getByText('Look of the serum added.')).toBeVisible()
  })

  await test.step('a test of both, in an order of one’s own', async () => {
    await page.goto('/manager-dashboard/catalogue')
    await page.getByRole('link', { name: 'Add a test' }).click()
    await expect(heading(page, 'Add a test')).toBeFocused()
    await page.getByRole('button', { name: 'Add the test' }).click()
    await expect(page.getByRole('alert')).toContainText('Choose at least one analyte')
    await look(page)
    await page.getByLabel('Name', { exact: true }).fill('Blood Sugar')
    await page.getByLabel('Analytes').fill('hdl')
    await page.getByRole('option', { name: 'HDL cholesterol' }).click()
    await page.getByLabel('Analytes').fill('serum')
    await page.getByRole('option', { name: 'Look of the serum' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Move Look of the serum up' }).press('Enter')
    await expect(page.getByRole('list', { name: 'Chosen' }).getByRole('listitem').first()).toContainText(
      'Look of the serum',
    )
    await expect(page.getByRole('button', { name: 'Move Look of the serum down' })).toBeFocused()
    await page.getByLabel('Description').fill('Measures the fats in your blood.')
    await page.getByLabel('Preparation').fill('Eat nothing for 12 hours before the test.')
    await page.getByLabel('Collection type').selectOption({ label: 'Blood' })
    await page.getByLabel('Specimen').fill('Serum')
    await page.getByLabel('Tube').fill('SST (gold), 3-5 mL')
    await page.getByLabel('Turnaround time (hours)').fill('6')
    await page.getByLabel('Estimated duration (minutes)').fill('20')
    await page.getByLabel('Done by').selectOption({ label: 'Liver Function Test (LFT)' })
    await page.getByRole('button', { name: 'Add the test' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
      /Another test is booked as “Blood Sugar”/,
    )
    await page.getByLabel('Name', { exact: true }).fill('Lipid Profile')
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue('LP')
    await look(page)
    await page.getByRole('button', { name: 'Add the test' }).click()
    await expect(page.getByText('Lipid Profile added.')).toBeVisible()
    await expect(heading(page, 'Lipid Profile')).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText('Look of the serum')
    await expect(page.getByRole('row').nth(2)).toContainText('HDL cholesterol')
    await look(page)
  })
})

/** An analyte and a test of it and of another, added by calls. */
async function addIronTest(lab: Laboratory, by: Signed): Promise<void> {
  const analyte = {
    code: 'FERRITIN',
    name: 'Ferritin',
    kind: 'quantity',
    unit: 'ug/L',
    decimals: 0,
    lowest: 0,
    highest: 5000,
    options: [],
    loinc: null,
    loincProperty: null,
    ranges: [{ sex: 'any', low: 30 }],
    normalOptions: null,
    criticalOptions: null,
    source: 'Our own',
  }
  await lab.call('POST', '/api/catalogue/analytes', { by, body: analyte })
  const fields = {
    code: 'IRON',
    name: 'Iron Stores',
    label: 'Iron Stores',
    about: 'Measures the iron that your body keeps.',
    specimen: 'Serum',
    collection: 'blood',
    preparation: 'Take no iron tablets on the day.',
    fasting: false,
    turnaroundHours: 6,
    tube: 'SST (gold), 3-5 mL',
    instructions: '',
    equipment: [],
    expectedMinutes: 20,
    specialty: 'Liver Function Test (LFT)',
    bookable: true,
    analytes: ['ALBUMIN', 'FERRITIN'],
  }
  await lab.call('POST', '/api/catalogue/tests', { by, body: fields })
}

test('what was added is booked and entered, gets another panel, and is taken out of booking', async ({
  page,
  lab,
}) => {
  const manager = await managerOf(lab)
  await addIronTest(lab, manager)
  const patient = await lab.signUp({ fullName: 'Yaa Owusu' })
  await test.step('a patient finds it where tests are booked', async () => {
    await signIn(page, patient)
    await page.goto('/patient-dashboard/appointment-page')
    await page.getByLabel('Test Type').fill('iron')
    await page.getByRole('option', { name: 'Iron Stores' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Take no iron tablets on the day.')).toBeVisible()
  })

  const technician = await makeTechnician(lab, 'Lena Lipids', ['Liver Function Test (LFT)'])
  const { task } = await startedTask(lab, patient, technician, { tests: ['Iron Stores'] })
  await test.step('at the bench it is entered and flagged', async () => {
    await signIn(page, technician)
    await page.goto(`/tasks/${task}`)
    const row = page.getByRole('listitem').filter({ has: page.getByLabel('Ferritin') })
    await expect(row).toContainText('from 30')
    await expect(row).toContainText('to be confirmed')
    await page.getByLabel('Ferritin').fill('12')
    await page.getByLabel('Ferritin').press('Enter')
    await expect(row).toContainText('Low')
    await look(page)
  })

  await test.step('its panel is changed: what is at the bench keeps its own', async () => {
    await signIn(page, manager)
    await page.goto('/manager-dashboard/catalogue/tests/IRON')
    await page.getByRole('button', { name: 'Change the panel' }).click()
    await expect(page.getByLabel('Analytes')).toBeFocused()
    await page.getByRole('button', { name: 'Remove Albumin' }).click()
    await page.getByLabel('Reason for the change').first().fill('Seen with the eye')
    await look(page)
    await page.getByRole('button', { name: 'Save the panel' }).click()
    await expect(page.getByText('The panel of Iron Stores is saved.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change the panel' })).toBeFocused()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByText('Seen with the eye')).toBeVisible()
    const next = await startedTask(lab, patient, technician, { tests: ['Iron Stores'], notToday: true })
    const codes = async (id: string) =>
      (
        await lab.call<{ analytes: { code: string }[] }>('GET', `/api/Labtask/task/${id}/results`, {
          by: technician,
        })
      ).analytes.map(({ code }) => code)
    expect(await codes(task)).toEqual(['ALBUMIN', 'FERRITIN'])
    expect(await codes(next.task)).toEqual(['FERRITIN'])
  })

  await test.step('it is taken out of booking, and offered again', async () => {
    const reason = page.getByLabel('Reason for the change')
    await page.getByLabel('Can be booked').uncheck()
    await reason.fill('The analyser is away')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('It can no longer be booked.')).toBeVisible()
    await expect(book(lab, patient, { tests: ['Iron Stores'] })).rejects.toThrow('We do not offer')
    await page.getByLabel('Can be booked').check()
    await reason.fill('It is back')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Serum. It can be booked.')).toBeVisible()
    await book(lab, patient, { tests: ['Iron Stores'], notToday: true })
  })
})
