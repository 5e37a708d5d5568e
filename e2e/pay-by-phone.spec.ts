import { openPaymentServer, paystackKey } from '../server/tests/payment-server.ts'
import { look } from './accessible.ts'
import { turnPricesOn } from './full-laboratory.ts'
import { test as base, expect, type Page } from './server.ts'
import { managerOf, open } from './sign-in.ts'
import { book } from './visits.ts'

type Service = Awaited<ReturnType<typeof openPaymentServer>>

/** A laboratory with a payment service beside it. */
const test = base.extend<object, { service: Service }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument.
    async ({}, use) => {
      const service = await openPaymentServer()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ service }, use) =>
      use({ PAYMENT_SERVICE: 'paystack', PAYMENT_KEY: paystackKey, PAYMENT_URL: service.url }),
    { scope: 'worker' },
  ],
})

test.beforeAll(async ({ lab }) => turnPricesOn(lab, await managerOf(lab)))

/** The reference of the request that was sent last. */
const lastReference = (service: Service) => [...service.known.keys()].at(-1) ?? ''

const said = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })

test('a cashier sends a request to the phone, sees that it was refused and that it expired, and gets one payment and its receipt', async ({
  page,
  openPage,
  lab,
  service,
}) => {
  const manager = await managerOf(lab)
  const visit = await book(lab, await lab.signUp({ fullName: 'Ama Mensah' }))
  await open(page, '/till', manager)
  await page.getByLabel(/Cash in the drawer/).fill('100')
  await page.getByRole('button', { name: 'Open the till' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Your open till' })).toBeVisible()
  await page.goto(`/till/${visit.id}`)

  await test.step('a wrong number is refused at its field, and the network follows from the number', async () => {
    await page.getByRole('button', { name: 'Ask for mobile money on the phone' }).press('Enter')
    const number = page.getByLabel('Mobile-money number')
    await number.fill('0302 123 456')
    await page.getByRole('button', { name: 'Send the request to the phone' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('Enter a mobile number of Ghana')
    await number.fill('020 555 0101')
    await expect(page.getByLabel('Network')).toHaveValue('telecel')
    await number.fill('024 555 0101')
    await expect(page.getByLabel('Network')).toHaveValue('mtn')
    await look(page)
    await page.getByRole('button', { name: 'Send the request to the phone' }).press('Enter')
  })

  const asks = /Approve GHS\s60\.00 on the MTN phone ending in 101/
  await test.step('the phone rings, and another cashier sees the same request', async () => {
    await expect(said(page, asks)).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^[23]:\d\d min$/)
    await expect(page.getByRole('button', { name: 'Take the payment', exact: true })).toHaveCount(0)
    await look(page)
    const other = await openPage()
    await open(other, `/till/${visit.id}`, manager)
    await expect(said(other, asks)).toBeVisible()
    await expect(other.getByRole('button', { name: /Send the request/ })).toHaveCount(0)
  })

  await test.step('the payer refuses; it is sent again', async () => {
    const first = lastReference(service)
    service.fail(first)
    await fetch(`${lab.url}/api/money/hook`, { method: 'POST', ...callOf(service, first) })
    await expect(said(page, /refused on the phone/)).toBeVisible()
    await page.getByRole('button', { name: 'Send the request again' }).press('Enter')
    await expect(said(page, asks)).toBeVisible()
  })

  await test.step('the time is over; it is sent again, with the number that was typed', async () => {
    await lab.sql(
      `update online_payment set wait_until = now() - interval '1 second', checked_at = null where visit_id = $1 and state = 'started'`,
      [visit.id],
    )
    await expect(said(page, /time for the approval is over/)).toBeVisible()
    await expect(page.getByLabel('Mobile-money number')).toHaveValue('024 555 0101')
    await look(page)
    await page.getByRole('button', { name: 'Send the request again' }).press('Enter')
    await expect(said(page, asks)).toBeVisible()
  })

  await test.step('the payer approves: the receipt is offered, and the visit is paid once', async () => {
    const third = lastReference(service)
    service.pay(third)
    await fetch(`${lab.url}/api/money/hook`, { method: 'POST', ...callOf(service, third) })
    await expect(said(page, /GHS\s60\.00 paid\. Receipt R/)).toBeVisible()
    const opened = page.waitForResponse((response) => response.url().includes('/receipt.pdf?paper=thermal'))
    await page
      .getByRole('button', { name: /on the receipt printer$/ })
      .first()
      .press('Enter')
    expect((await opened).status()).toBe(200)
    await page.bringToFront()
    const account = page.getByRole('region', { name: 'Price', exact: true })
    await expect(account.getByRole('row').filter({ hasText: 'Payment service' })).toHaveCount(1)
    expect([...service.phones.values()].map(({ rang }) => rang)).toEqual([1, 1, 1])
  })
})

test('a number of Telecel needs a voucher, and a wrong one is refused at its field', async ({
  page,
  lab,
  service,
}) => {
  const manager = await managerOf(lab)
  const visit = await book(lab, await lab.signUp({ fullName: 'Kofi Asante' }))
  await open(page, `/till/${visit.id}`, manager)
  await page.getByRole('button', { name: 'Ask for mobile money on the phone' }).press('Enter')
  await page.getByLabel('Mobile-money number').fill('020 555 0102')
  await page.getByLabel('Amount (GHS)').fill('25')
  await page.getByRole('button', { name: 'Send the request to the phone' }).press('Enter')
  await expect(said(page, /Telecel asks for a voucher for GHS\s25\.00/)).toBeVisible()
  await page.getByLabel('Voucher').fill('111111')
  await page.getByRole('button', { name: 'Send the voucher' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('does not accept this voucher')
  await look(page)
  await page.getByLabel('Voucher').fill(service.voucher)
  await page.getByRole('button', { name: 'Send the voucher' }).press('Enter')
  await expect(said(page, /Approve GHS\s25\.00 on the Telecel phone ending in 102/)).toBeVisible()
  service.pay(lastReference(service))
  await expect(said(page, /GHS\s25\.00 paid/)).toBeVisible()
  await expect(page.getByLabel('Amount (GHS)')).toHaveValue('35.00')
})

test('a patient pays for their own visit on the phone', async ({ page, lab, service }) => {
  const ama = await lab.signUp({ fullName: 'Esi Boateng' })
  const visit = await book(lab, ama)
  await open(page, `/patient-dashboard/view-appointment?id=${visit.id}`, ama)
  await page.getByLabel('Mobile-money number').fill('055 555 0103')
  await look(page)
  await page.getByRole('button', { name: 'Send the request to the phone' }).press('Enter')
  await expect(said(page, /Approve GHS\s60\.00 on the MTN phone ending in 103/)).toBeVisible()
  await look(page)
  await page.reload()
  await expect(said(page, /Approve GHS\s60\.00/)).toBeVisible()
  service.pay(lastReference(service))
  await expect(said(page, /GHS\s60\.00 paid/)).toBeVisible()
  await expect(page.getByText('Paid.', { exact: true })).toBeVisible()
})

function callOf(service: Service, reference: string) {
  const { raw, headers } = service.signed(reference)
  return { body: raw, headers }
}
