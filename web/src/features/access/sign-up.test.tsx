import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { register, resendOtp, verifyOtp } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { openScreen, type Prepare, screen } from '../../testing/open-screen.tsx'

const field = (label: string) => screen.getByLabelText(label)

async function signUp(prepare: Prepare, password: string) {
  const opened = await openScreen('/sign-up', prepare)
  const { user } = opened
  await user.type(field('Full name'), 'Efua Hasty')
  await user.type(field('Email'), 'efua@home.test')
  await user.type(field('Password'), password)
  await user.type(field('Confirm password'), password)
  await user.click(field('I agree to the terms of use'))
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  return opened
}

test('a refused sign-up shows each error at its field and keeps the input', async () => {
  const words = 'This password is one of the first that are tried'
  const { address } = await signUp(
    ({ refuses }) =>
      refuses(register, {
        code: 'invalid_input',
        message: 'Check the fields.',
        fields: { password: [words] },
      }),
    'password1',
  )
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
  expect(field('Password')).toHaveAccessibleDescription(expect.stringContaining(words))
  expect(address()).toBe('/sign-up')
  expect(field('Full name')).toHaveValue('Efua Hasty')
  expect(field('Password')).toHaveValue('password1')
  expect(field('I agree to the terms of use')).toBeChecked()
  await expectAccessible()
})

test('a sign-up without a connection keeps the input', async () => {
  await signUp(({ cannotBeReached }) => cannotBeReached(register), 'seven-green-tubes')
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.signUp.thrown)
  expect(field('Email')).toHaveValue('efua@home.test')
})

test('a code page that has lost the address asks to register again, without a call', async () => {
  const { user, server } = await openScreen('/otp')
  await user.click(screen.getByRole('button', { name: 'Resend OTP' }))
  await screen.findByText(messages.otp.emailMissing)
  expect(server.callsOf(resendOtp)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  await screen.findByRole('link', { name: /Enter the code that we sent/ })
  expect(field('One-time code')).toHaveAccessibleDescription(
    expect.stringContaining('Enter the code that we sent'),
  )
  expect(server.callsOf(verifyOtp)).toEqual([])
})
