import { look } from './accessible.ts'
import { turnPricesOn } from './full-laboratory.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open, signIn } from './sign-in.ts'
import { book } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a day at the counter: prices are turned on, a till is opened, a walk-in pays in parts and gets a receipt, the count differs', async ({
  page,
  lab,
}) => {
  const manager = await managerOf(lab)
  await signIn(page, manager)

  await test.step('without prices there is no till in the menu; the manager turns prices on', async () => {
    await page.goto('/manager-dashboard')
    await expect(page.getByRole('link', { name: 'Till', exact: true })).toHaveCount(0)
    await page.goto('/manager-dashboard/settings')
    await page.getByRole('link', { name: 'Open prices' }).press('Enter')
    await expect(heading(page, 'Prices')).toBeVisible()
    await page.getByLabel(/This laboratory uses prices/).check()
    await page.getByRole('button', { name: 'Save the rules' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Till', exact: true })).toBeVisible()
  })

  await test.step('and sets a price', async () => {
    await page.getByLabel('Find a test').fill('full blood')
    await page
      .getByRole('button', { name: /^Set the price of/ })
      .first()
      .press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price (GHS)').fill('sixty')
    await dialog.getByRole('button', { name: 'Save the price' }).press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Enter an amount')
    await dialog.getByLabel('Price (GHS)').fill('60')
    await look(page)
    await dialog.getByRole('button', { name: 'Save the price' }).press('Enter')
    await expect(page.getByRole('cell', { name: /60\.00/ }).first()).toBeVisible()
  })

  await test.step('the cashier opens the till with a float', async () => {
    await page.getByRole('link', { name: 'Till', exact: true }).press('Enter')
    await page.getByLabel(/Cash in the drawer/).fill('100')
    await page.getByRole('button', { name: 'Open the till' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Your open till' })).toContainText('100.00')
  })

  await test.step('books a walk-in, whose price stands in the form', async () => {
    await page.goto('/desk/walk-in')
    await page.getByLabel('Full Name').fill('Yaw Walk')
    await page.getByLabel('Age').fill('40')
    await page.getByLabel('Gender').selectOption('Male')
    await page.getByLabel('Phone Number').fill('+233 24 000 0000')
    await page.getByRole('combobox', { name: 'Tests' }).fill('Full Blood')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: '60.00' })).toBeVisible()
    await page.getByRole('button', { name: 'Register and give a number' }).press('Enter')
    await page.getByRole('link', { name: 'Take the payment' }).press('Enter')
    await expect(heading(page, 'Payment')).toBeVisible()
  })

  const account = page.getByRole('region', { name: 'Price', exact: true })
  await test.step('takes a part in cash and the rest by mobile money', async () => {
    await page.getByLabel('Amount (GHS)').fill('20')
    await page.getByRole('button', { name: 'Take the payment' }).press('Enter')
    await expect(
      page.getByRole('main').getByRole('status').filter({ hasText: 'GHS 20.00 taken' }),
    ).toBeVisible()
    await expect(page.getByLabel('Amount (GHS)')).toHaveValue('40.00')
    await page.getByLabel('Payment method').selectOption('Mobile money')
    await page.getByLabel('Transaction number').fill('MP260309.1')
    await look(page)
    await page.getByRole('button', { name: 'Take the payment' }).press('Enter')
    await expect(
      page.getByRole('main').getByRole('status').filter({ hasText: 'GHS 40.00 taken' }),
    ).toBeVisible()
    await expect(account).toContainText('MP260309.1')
  })

  await test.step('opens the receipt', async () => {
    const opened = page.waitForResponse((response) => response.url().includes('/receipt.pdf?paper=thermal'))
    await page
      .getByRole('status')
      .getByRole('button', { name: /on the receipt printer$/ })
      .press('Enter')
    expect((await opened).headers()['content-type']).toBe('application/pdf')
  })

  await test.step('and closes the till with a cedi too little', async () => {
    await page.bringToFront()
    await page.goto('/till')
    await page.getByRole('button', { name: 'Close the till' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/Counted cash/).fill('119')
    await look(page)
    await dialog.getByRole('button', { name: 'Close and compare' }).press('Enter')
    const said = page.getByRole('status').filter({ hasText: 'Counted' })
    await expect(said).toContainText('119.00')
    await expect(said).toContainText('120.00')
  })

  await test.step('the manager sees the take and the difference', async () => {
    await page.getByRole('link', { name: 'Daily takings' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Taken' })).toContainText('60.00')
    await expect(page.getByRole('row').filter({ hasText: '119.00' })).toContainText('1.00')
  })
})

test('a patient sees the price before booking, and what is owed on the visit', async ({ page, lab }) => {
  await turnPricesOn(lab, await managerOf(lab))
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  await open(page, '/patient-dashboard/appointment-page', ama)
  await page.getByRole('combobox', { name: /Test/ }).fill('Full Blood')
  await page.keyboard.press('Enter')
  await expect(page.getByText('paid at the laboratory')).toContainText('60.00')
  const visit = await book(lab, ama, { tests: ['Blood Sugar'], notToday: true })
  await page.goto(`/patient-dashboard/edit-appointment?id=${visit.id}`)
  await page.getByRole('combobox', { name: /Test/ }).fill('Full Blood')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The added tests cost')).toContainText('60.00')
  await look(page)
})

test('a clinician sees what an order costs the facility', async ({ page, lab }) => {
  const by = await managerOf(lab)
  await turnPricesOn(lab, by)
  const facility = { name: 'Ridge Clinic', kind: 'clinic', phone: '', email: '', resultsBy: 'email' }
  await lab.call('POST', '/api/facilities', { by, body: facility })
  const { facilities } = await lab.call<{ facilities: { id: string }[] }>('GET', '/api/referrers', { by })
  const facilityId = facilities[0]?.id ?? ''
  await lab.call('POST', '/api/money/payers', { by, body: { kind: 'facility', facilityId } })
  await open(page, '/clinic/order', await lab.signUp({ role: 'clinician', facilityId }))
  await page.getByRole('combobox', { name: 'Tests' }).fill('Full Blood')
  await page.keyboard.press('Enter')
  await expect(page.getByText('invoiced to your facility')).toContainText('60.00')
  await look(page)
})
