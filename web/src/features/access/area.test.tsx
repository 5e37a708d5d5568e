import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { readProfile } from '#contract/access.ts'
import { readCalendarFeed } from '#contract/calendar-feed.ts'
import { messages } from '#contract/messages.ts'
import { readPreferences } from '#contract/notifications.ts'
import { readDevices } from '#contract/push.ts'
import { openCallbacks } from '#contract/results.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

test('a profile that cannot be loaded says so, and is loaded on the second try', async () => {
  const { user, server } = await openScreen('/profile', (to) => {
    signIn(to)
    to.provokes(/Error in route match|The above error occurred/)
    to.refuses(readProfile, { code: 'internal', message: 'Something broke.', requestId: 'r-1' })
    to.answers(readCalendarFeed, { createdAt: null })
  })
  expect(await screen.findByText(messages.profile.loadFailure)).toBeInTheDocument()
  await expectAccessible()
  signIn(server)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Your Profile' })).toBeInTheDocument()
})

test('an area opens on the second try when the server could not be asked who somebody is', async () => {
  const { user, server } = await openScreen('/patient-dashboard/notifications', (to) => {
    signIn(to)
    to.provokes(/Error in route match|The above error occurred/)
    to.cannotBeReached(readProfile)
  })
  expect(await screen.findByText(/No connection\./)).toBeInTheDocument()
  await expectAccessible()
  signIn(server)
  server.answers(readPreferences, {
    method: 'email',
    topics: { visits: null, reminders: null, results: null },
    connected: ['email'],
    noSms: null,
    noPush: null,
  })
  server.answers(readDevices, { key: 'a key', devices: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'Notifications' })).toBeInTheDocument(),
  )
})

test('a folded group of the menu stays folded on the next visit', async () => {
  // As on a wide screen, which has the menu at its side.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList,
  )
  const visit = () =>
    openScreen('/profile', (to) => {
      signIn(to, { ...ama, role: 'technician' })
      to.answers(openCallbacks, { now: '2026-01-05T08:00:00.000Z', visits: [], total: 0 })
    })
  const group = () => screen.getByRole('button', { name: 'Laboratory', expanded: false })
  const { user, close } = await visit()
  await user.click(screen.getByRole('button', { name: 'Laboratory' }))
  expect(group()).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Quality' })).not.toBeInTheDocument()
  await expectAccessible()
  close()

  await visit()
  expect(screen.queryByRole('link', { name: 'Quality' })).not.toBeInTheDocument()
  await user.click(group())
  expect(screen.getByRole('link', { name: 'Quality' })).toBeInTheDocument()
})
