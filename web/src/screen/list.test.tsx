import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ResponseInput } from '#contract/endpoint.ts'
import { deliveries, resendDelivery } from '#contract/notifications.ts'
import { openCallbacks } from '#contract/results.ts'
import { listTechnicians } from '#contract/technicians.ts'
import { keepViews, keptViews } from '../api/session.ts'
import { expectAccessible } from '../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../testing/open-screen.tsx'

const path = '/manager-dashboard/deliveries'
type Ledger = ResponseInput<typeof deliveries>

const delivery = (number: number): Ledger['rows'][number] => ({
  id: `01900000-0000-7000-8000-00000000000${number}`,
  kind: 'login_code',
  channel: 'email',
  to: `person${number}@home.test`,
  person: `Person ${number}`,
  state: 'failed',
  attempts: 1,
  at: '2026-03-02T08:00:00.000Z',
  dueAt: '2026-03-02T08:00:00.000Z',
  sentAt: null,
  deliveredAt: null,
  reason: null,
  segments: null,
  canResend: true,
})
const nothing = { count: 0, exact: true }
const ledger = (rows: Ledger['rows'], nextCursor: string | null = null): Ledger => ({
  rows,
  nextCursor,
  latestOnly: false,
  counts: {
    planned: nothing,
    sending: nothing,
    sent: nothing,
    delivered: nothing,
    failed: nothing,
    kept: nothing,
    skipped: nothing,
  },
  overdue: 0,
  smsConnected: true,
})
const asManager: Prepare = (server) => {
  // The document of these tests does not know the element.
  server.provokes(/unrecognized in this browser.*search/)
  signIn(server, { ...ama, role: 'admin', fullName: 'Abena Manager' })
  server.answers(openCallbacks, { visits: [], now: '2026-03-02T08:00:00.000Z', total: 0 })
}
const rows = async () => within(await screen.findByRole('table')).getAllByRole('row').length - 1

test('a list that failed to load shows the error, and after a retry its rows and their count', async () => {
  const { server, user } = await openScreen(path, (given) => {
    asManager(given)
    given.refuses(deliveries, { code: 'not_allowed', message: 'Not now.' })
    given.provokes(/403/)
  })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to fetch the message log')
  expect(alert).toHaveTextContent('Not now.')
  server.answers(deliveries, ledger([delivery(1), delivery(2)]))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rows()).toBe(2)
  expect(screen.getByText('2 in all')).toBeVisible()
})

test('a list that is loading shows a table with its columns', async () => {
  await openScreen(path, (given) => {
    asManager(given)
    given.answers(deliveries, ledger([delivery(1)]))
    given.holds(deliveries)
  })
  expect(await screen.findByText(/^Loading/)).toBeInTheDocument()
  const shape = screen.getByRole('table', { hidden: true })
  expect(within(shape).getByText('Message')).toBeInTheDocument()
  expect(screen.queryByRole('table')).toBeNull()
})

test('an empty list says what to do, and a list of several pages has no count', async () => {
  const { close } = await openScreen(path, (given) => {
    asManager(given)
    given.answers(deliveries, ledger([]))
  })
  expect(await screen.findByRole('heading', { name: 'No messages' })).toBeVisible()
  close()
  await openScreen(path, (given) => {
    asManager(given)
    given.answers(deliveries, ledger([delivery(1), delivery(2)], 'next'))
  })
  expect(await screen.findByRole('navigation', { name: 'Pages' })).toBeVisible()
  expect(screen.queryByText('2 in all')).toBeNull()
})

test('a filter is in the address and can be saved under a name; searched words are not in the address and cannot be saved', async () => {
  keepViews('deliveries', [])
  const { user, search } = await openScreen(path, (given) => {
    asManager(given)
    given.answers(deliveries, ledger([delivery(1)]))
  })
  expect(await rows()).toBe(1)
  await user.selectOptions(screen.getByLabelText('Status'), 'failed')
  expect(search()).toMatchObject({ state: 'failed' })

  await user.type(screen.getByLabelText('Sent to'), 'ama')
  expect(screen.queryByRole('button', { name: 'Save this view' })).toBeNull()
  await user.clear(screen.getByLabelText('Sent to'))
  await user.click(await screen.findByRole('button', { name: 'Save this view' }))
  await user.type(screen.getByLabelText('Name'), 'What failed')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(keptViews('deliveries')).toEqual([{ name: 'What failed', search: { state: 'failed' } }])
  expect(JSON.stringify(search())).not.toContain('ama')

  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(search().state).toBeUndefined()
  await user.click(screen.getByRole('link', { name: 'What failed' }))
  expect(search()).toMatchObject({ state: 'failed' })
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Delete the view What failed' }))
  expect(keptViews('deliveries')).toEqual([])
})

test('a change shows its message, and the reads that its endpoint changes are loaded again', async () => {
  const { server, user } = await openScreen(path, (given) => {
    asManager(given)
    given.answers(deliveries, ledger([delivery(1), delivery(2)]))
    given.answers(resendDelivery, { message: 'It goes out again.' })
  })
  await rows()
  server.answers(deliveries, ledger([delivery(2)]))
  await user.click(screen.getAllByRole('button', { name: /^Send again/ })[0] as HTMLElement)
  expect(await screen.findByText('It goes out again.')).toBeInTheDocument()
  expect(await rows()).toBe(1)
})

test('a list without pages is sorted by its headings', async () => {
  const technician = (fullName: string, number: number) => ({
    id: `01900000-0000-7000-8000-00000000000${number}`,
    name: fullName,
    fullName,
    email: `t${number}@lab.test`,
    phone: '',
    specialties: [],
    specialty: '',
    invitedUntil: null,
    permissions: [],
    sites: null,
    status: 'Active' as const,
  })
  const { user } = await openScreen('/manager-dashboard/technicians', (given) => {
    asManager(given)
    given.answers(listTechnicians, [technician('Esi', 1), technician('Abena', 2)])
  })
  const names = () =>
    screen.getAllByRole('row').flatMap((row) => row.querySelector('strong')?.textContent ?? [])
  await screen.findByRole('table')
  expect(names()).toEqual(['Esi', 'Abena'])
  await user.click(screen.getByRole('button', { name: 'Full Name' }))
  expect(names()).toEqual(['Abena', 'Esi'])
  expect(screen.getByRole('columnheader', { name: 'Full Name' })).toHaveAttribute('aria-sort', 'ascending')
})
