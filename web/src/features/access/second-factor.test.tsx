import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readProfile } from '#contract/access.ts'
import { listPasskeys } from '#contract/passkeys.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSession,
  listSessions,
  readSecondFactor,
} from '#contract/second-factor.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

const at = '2026-03-09T08:30:00.000Z'
const session = { startedAt: at, lastSeenAt: at }
const here = {
  ...session,
  id: '01900000-0000-7000-8000-0000000000a1',
  agent: 'Firefox on Linux',
  isThis: true,
}
const there = {
  ...session,
  id: '01900000-0000-7000-8000-0000000000a2',
  agent: 'Chrome on Android',
  isThis: false,
}

const signedIn: Prepare = (server) => {
  signIn(server)
  server.answers(readSecondFactor, { on: false, required: false, application: false, recoveryCodesLeft: 0 })
  server.answers(listPasskeys, [])
  server.answers(listSessions, [here, there])
}

test('setting up a second factor shows a key, then recovery codes until the person confirms that they are written down', async () => {
  const { user, server } = await openScreen('/security', (given) => {
    signedIn(given)
    given.answers(beginSecondFactor, { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/Phial:ama' })
    given.answers(confirmSecondFactor, { message: 'It is on.', recoveryCodes: ['ABCD-1234', 'EFGH-5678'] })
  })
  await user.click(await screen.findByRole('button', { name: 'Set it up' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Current password'), 'eight-red-tubes')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  expect(await dialog.findByText('JBSWY3DPEHPK3PXP')).toBeVisible()
  await expectAccessible()
  await user.type(dialog.getByLabelText('Authenticator code'), '123456')
  server.answers(readSecondFactor, { on: true, required: false, application: true, recoveryCodesLeft: 10 })
  await user.click(dialog.getByRole('button', { name: 'Turn it on' }))
  expect(await dialog.findByText('ABCD-1234')).toBeVisible()
  await screen.findByText('You have 10 recovery codes left.')
  expect(dialog.getByText('EFGH-5678')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'I have written them down' }))
  await waitFor(() => expect(screen.queryByText('ABCD-1234')).toBeNull())
  expect(server.callsOf(confirmSecondFactor)).toEqual([{ code: '123456' }])
})

test('every session except the present one can be ended', async () => {
  const { user, server } = await openScreen('/security', (given) => {
    signedIn(given)
    given.answers(endSession, { message: 'Logged out there.' })
  })
  expect(await screen.findAllByRole('button', { name: /^Log out there/ })).toHaveLength(1)
  server.answers(listSessions, [here])
  await user.click(screen.getByRole('button', { name: 'Log out there: Chrome on Android' }))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
})

test('an account without a required second factor is redirected to its set-up from every screen', async () => {
  const { address } = await openScreen('/profile', (given) => {
    signedIn(given)
    given.answers(readProfile, {
      ...ama,
      hasPassword: true,
      signInPhone: null,
      notifications: { method: 'email' },
      language: 'en',
      permissions: [],
      sites: null,
      needsSecondFactor: true,
      createdAt: at,
    })
  })
  expect(address()).toBe('/security')
  expect(await screen.findByRole('alert')).toHaveTextContent('Set one up, then continue.')
})
