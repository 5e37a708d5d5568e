import { expect, test } from 'vitest'
import { listAppointments } from '#contract/booking.ts'
import { notices } from '#contract/notifications.ts'
import { listReports } from '#contract/reports.ts'
import { listOwnStandingOrders } from '#contract/standing.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const notice = (number: number, at: string) => ({
  id: `01900000-0000-7000-8000-00000000000${number}`,
  title: 'Results are ready',
  about: '',
  link: null,
  at,
  read: false,
})
const lastWeek = notice(1, new Date(Date.now() - 7 * 24 * 3600_000).toISOString())

test('the home screen loads its lists once, and again when a notice arrives', async () => {
  const { server } = await openScreen('/patient-dashboard', (to) => {
    signIn(to, ama)
    to.answers(listAppointments, [])
    to.answers(listReports, { rows: [], nextCursor: null, unopened: 0 })
    to.answers(listOwnStandingOrders, { orders: [] })
    to.answers(notices, { rows: [lastWeek], nextCursor: null, unread: 1 })
  })
  const reads = () => server.callsOf(listReports).length
  const asked = () => server.callsOf(notices).length
  /** Comes back to the page until the bell, which waits for its line at first, has read the notices again. */
  const lookAgain = async () => {
    const before = asked()
    const look = () => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      return asked()
    }
    await expect.poll(look, { timeout: 10_000 }).toBeGreaterThan(before)
  }
  expect(await screen.findByText('No tests are scheduled.')).toBeVisible()
  const bell = { name: 'Notifications, 1 unread' }
  expect(await screen.findByRole('button', bell, { timeout: 10_000 })).toBeVisible()
  await lookAgain()
  expect(reads()).toBe(1)
  server.answers(notices, {
    rows: [notice(2, new Date().toISOString()), lastWeek],
    nextCursor: null,
    unread: 2,
  })
  await lookAgain()
  await expect.poll(reads, { timeout: 10_000 }).toBe(2)
})
