import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readProfile } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { readPreferences } from '#contract/notifications.ts'
import { readDevices } from '#contract/push.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { openScreen, screen, signIn } from '../../testing/open-screen.tsx'

test('a profile that cannot be loaded says so, and is loaded on the second try', async () => {
  const { user, server } = await openScreen('/profile', (to) => {
    signIn(to)
    to.provokes(/Error in route match|The above error occurred/)
    to.refuses(readProfile, { code: 'internal', message: 'Something broke.', requestId: 'r-1' })
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
