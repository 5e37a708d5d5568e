import { expect, test } from 'vitest'
import { readAppointment } from '#contract/booking.ts'
import { readVisitAccount, takePayment } from '#contract/money.ts'
import { closeTill, listOwing, openTill, readTill } from '#contract/money-till.ts'
import { openCallbacks } from '#contract/results.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

const visitId = '01900000-0000-7000-8000-0000000000d1'
const till = {
  id: '01900000-0000-7000-8000-0000000000c1',
  site: { id: '01900000-0000-7000-8000-000000000051', name: 'Main' },
  currency: 'GHS',
  cashier: 'Kojo Cashier',
  float: 10_000,
  openedAt: '2026-03-09T07:00:00.000Z',
  taken: [],
  closed: null,
}

const atTheTill =
  (open: boolean, more: Prepare = () => {}): Prepare =>
  (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Kojo Cashier' })
    to.answers(readTill, { open: open ? till : null, currency: 'GHS' })
    to.answers(listOwing, { rows: [], nextCursor: null })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    more(to)
  }

test('an invalid float shows an error at its field and keeps the typed text', async () => {
  const { user, server } = await openScreen(
    '/till',
    atTheTill(false, (to) =>
      to.refuses(openTill, {
        code: 'invalid_input',
        message: 'Enter an amount',
        fields: { float: ['Enter an amount'] },
      }),
    ),
  )
  await user.type(await screen.findByLabelText('Cash in the drawer (GHS)'), 'ten')
  await user.click(screen.getByRole('button', { name: 'Open the till' }))
  expect(await screen.findAllByText(/Enter an amount/)).not.toHaveLength(0)
  expect(screen.getByLabelText('Cash in the drawer (GHS)')).toHaveValue('ten')
  await expectAccessible()
  server.answers(openTill, { message: 'Your till is open.' })
  await user.clear(screen.getByLabelText('Cash in the drawer (GHS)'))
  await user.type(screen.getByLabelText('Cash in the drawer (GHS)'), '1,200.50')
  await user.click(screen.getByRole('button', { name: 'Open the till' }))
  await expect.poll(() => server.callsOf(openTill).at(-1)).toMatchObject({ float: 120_050 })
})

test('the first till is opened in the currency of the laboratory', async () => {
  const { user, server } = await openScreen(
    '/till',
    atTheTill(false, (to) => {
      to.answers(readTill, { open: null, currency: 'XOF' })
      to.answers(openTill, { message: 'Your till is open.' })
    }),
  )
  await user.type(await screen.findByLabelText('Cash in the drawer (XOF)'), '5000')
  await user.click(screen.getByRole('button', { name: 'Open the till' }))
  await expect.poll(() => server.callsOf(openTill).at(-1)).toMatchObject({ float: 5_000 })
})

test('the counted cash is compared after it was entered, and the difference stays on the screen', async () => {
  const closed = {
    at: '2026-03-09T17:00:00.000Z',
    expected: 12_000,
    counted: 11_900,
    difference: -100,
    note: '',
  }
  const { user, server } = await openScreen(
    '/till',
    atTheTill(true, (to) =>
      to.answers(closeTill, { message: 'The till is closed.', till: { ...till, closed } }),
    ),
  )
  expect(screen.queryByText(/120\.00/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Close the till' }))
  await user.type(await screen.findByLabelText('Counted cash (GHS)'), '119')
  server.answers(readTill, { open: null, currency: 'GHS' })
  await user.click(screen.getByRole('button', { name: 'Close and compare' }))
  expect(await screen.findByText(/Counted .*119\.00, expected .*120\.00: .*1\.00 short/)).toBeInTheDocument()
  expect(server.callsOf(closeTill)).toMatchObject([{ tillId: till.id, counted: 11_900 }])
  // Until the next till is open: this one would contradict the notice.
  server.answers(openTill, { message: 'Your till is open.' })
  server.answers(readTill, { open: { ...till, float: 5_000 }, currency: 'GHS' })
  await user.type(await screen.findByLabelText('Cash in the drawer (GHS)'), '50')
  await user.click(screen.getByRole('button', { name: 'Open the till' }))
  await screen.findByRole('heading', { name: 'Your open till' })
  expect(screen.queryByText(/expected .*120\.00/)).toBeNull()
})

/** A visit that owes 60 cedis. */
const unpaidVisit: Prepare = (to) => {
  to.answers(readAppointment, {
    _id: visitId,
    id: visitId,
    reference: 'ABCD2345',
    status: 'arrived',
    priority: 'normal',
    patientDetails: { fullName: 'Yaw Walk', age: 40, gender: 'male', contact: '', email: '' },
    testType: ['Full Blood Count'],
    scheduledDate: '2026-03-09T09:00:00.000Z',
    scheduleTime: '09:00',
    endsAt: '2026-03-09T09:15:00.000Z',
    durationMinutes: 15,
    site: { id: '01900000-0000-7000-8000-000000000051', name: 'Main', timeZone: 'Africa/Accra' },
    preparation: [],
    changeableUntil: '2026-03-09T07:00:00.000Z',
    whyNotChangeable: null,
    recollects: null,
    version: 1,
    createdAt: '2026-03-09T08:00:00.000Z',
  })
  to.answers(readVisitAccount, {
    account: {
      currency: 'GHS',
      payer: { id: 'p', kind: 'patient', name: '' },
      memberNumber: '',
      claimCode: '',
      charged: 6_000,
      paid: 0,
      owed: 6_000,
      entries: [],
      unpriced: [],
      held: [],
      exceptions: [],
      online: { offered: false, pending: null },
      version: 1,
    },
  })
}

test('a payment by mobile money is sent once with its transaction number, and a refusal shows its reason', async () => {
  const { user, server } = await openScreen(
    `/till/${visitId}`,
    atTheTill(true, (to) => {
      unpaidVisit(to)
      to.refuses(takePayment, { code: 'not_possible_now', message: 'Only GHS 60.00 is owed.' })
    }),
  )
  const amount = await screen.findByLabelText('Amount (GHS)')
  expect(amount).toHaveValue('60.00')
  await user.clear(amount)
  await user.type(amount, '70')
  await user.selectOptions(screen.getByLabelText('Payment method'), 'mobile_money')
  await user.type(screen.getByLabelText(/Transaction number/), 'MP1')
  await user.click(screen.getByRole('button', { name: 'Take the payment' }))
  expect(await screen.findByText('Only GHS 60.00 is owed.')).toBeInTheDocument()
  expect(amount).toHaveValue('70')
  expect(server.callsOf(takePayment)).toEqual([
    { amount: 7_000, way: 'mobile_money', reference: 'MP1', deposit: false },
  ])
  await expectAccessible()
})

const owingVisit = {
  visitId,
  reference: 'ABCD2345',
  fullName: 'Yaw Walk',
  startsAt: '2026-03-09T09:00:00.000Z',
  timeZone: 'Africa/Accra',
  currency: 'GHS',
  charged: 6_000,
  paid: 0,
  owed: 6_000,
}

test('Enter in the search opens the only visit that matches, also if it comes before the list, as from a scanner', async () => {
  const { user, server } = await openScreen(
    '/till',
    atTheTill(true, (to) => {
      unpaidVisit(to)
      const other = { ...owingVisit, visitId: visitId.replace(/1$/, '2'), fullName: 'Yaw Other' }
      to.answers(listOwing, { rows: [owingVisit, other], nextCursor: null })
    }),
  )
  const search = await screen.findByLabelText('Find a visit')
  await user.type(search, 'Yaw{Enter}')
  await screen.findByText('Yaw Other')
  expect(screen.getByRole('heading', { level: 1, name: 'Till' })).toBeInTheDocument()
  server.answers(listOwing, { rows: [owingVisit], nextCursor: null })
  await user.clear(search)
  await user.type(search, 'ABCD2345{Enter}')
  // The heading is rendered again when the answers come: the element that is found first may have left the document by then.
  await screen.findByRole('heading', { level: 1, name: 'Payment' })
})

test('all visits to settle are reached page by page, and a search begins with its first page', async () => {
  const { user, server } = await openScreen(
    '/till',
    atTheTill(true, (to) => to.answers(listOwing, { rows: [owingVisit], nextCursor: 'page-2' })),
  )
  await screen.findByText('Yaw Walk')
  server.answers(listOwing, { rows: [{ ...owingVisit, fullName: 'Efua Earlier' }], nextCursor: null })
  await user.click(screen.getByRole('button', { name: 'Earlier' }))
  expect(await screen.findByText('Efua Earlier')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Earlier' })).toBeNull()
  server.answers(listOwing, { rows: [owingVisit], nextCursor: 'page-2' })
  await user.type(screen.getByLabelText('Find a visit'), 'Yaw')
  expect(await screen.findByText('Yaw Walk')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Latest' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Earlier' })).toBeInTheDocument()
})
