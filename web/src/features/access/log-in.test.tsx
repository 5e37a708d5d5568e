import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { login } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { technicianLogin } from '#contract/technicians.ts'
import { sessionToken } from '../../api/session.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen } from '../../testing/open-screen.tsx'

const button = () => screen.getByRole('button', { name: 'Log In' })

async function logIn(prepare: Prepare, path = '/login') {
  const opened = await openScreen(path, prepare)
  await opened.user.type(screen.getByLabelText('Email'), ama.email)
  await opened.user.type(screen.getByLabelText('Password'), 'eight-red-tubes')
  await opened.user.click(button())
  return opened
}

test('the log-in button waits for both fields and says which is missing', async () => {
  const { user } = await openScreen('/login')
  expect(button()).toBeDisabled()
  expect(button()).toHaveAccessibleDescription('Enter your e-mail address and password.')
  await user.type(screen.getByLabelText('Email'), ama.email)
  expect(button()).toHaveAccessibleDescription('Enter your password.')
  await user.type(screen.getByLabelText('Password'), 'x')
  expect(button()).toBeEnabled()
  expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toHaveAccessibleDescription(
    'This laboratory has not set up sign-in with Google.',
  )
  await expectAccessible()
})

test('a log-in that gets no answer of the product fails in the words of the screen', async () => {
  const { server, user } = await logIn(({ breaks }) => breaks(login, 502, 'Bad Gateway'))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(messages.login.failure))
  server.cannotBeReached(login)
  await user.click(button())
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(`${messages.login.failure}No connection.`),
  )
  await expectAccessible()
})

test('while the database cannot be reached, a log-in waits with a message and is sent again by itself', async () => {
  const { server } = await logIn(({ refuses }) =>
    refuses(login, { code: 'unavailable', message: 'The laboratory cannot be reached for a moment.' }),
  )
  await screen.findByText('A moment. Nothing was lost.')
  server.refuses(login, { code: 'wrong_credentials', message: 'The e-mail or the password is wrong.' })
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('The e-mail or the password is wrong.'),
  )
  expect(server.callsOf(login)).toHaveLength(2)
})

test('a log-in with a second factor asks for its code after the password, and sends both', async () => {
  const { server, user } = await logIn(({ refuses }) =>
    refuses(login, {
      code: 'second_factor_asked',
      message: 'Enter the code of your authenticator app.',
    }),
  )
  const code = await screen.findByLabelText(/^Authenticator code/)
  await expectAccessible()
  await user.type(code, '123 456')
  await user.click(button())
  await waitFor(() =>
    expect(server.callsOf(login).at(-1)).toEqual({
      email: ama.email,
      password: 'eight-red-tubes',
      secondFactor: '123 456',
    }),
  )
})

test('a person with an unknown role is not let in', async () => {
  const { address } = await logIn(({ breaks }) =>
    breaks(login, 200, { token: 'a token', message: '', user: { ...ama, role: 'janitor' } }),
  )
  await screen.findByText(messages.login.unknownRole)
  expect(address()).toBe('/not-authorized')
  expect(sessionToken()).toBeNull()
})

test('the log-in page of technicians is for technicians, and opens when both fields are filled in', async () => {
  const words = 'Please use the general log-in page.'
  const { user, server, address } = await openScreen('/technician-login', ({ refuses }) =>
    refuses(technicianLogin, { code: 'not_allowed', message: words }),
  )
  expect(button()).toBeDisabled()
  await user.type(screen.getByLabelText('Email'), ama.email)
  expect(button()).toHaveAccessibleDescription('Enter your password.')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot-password')
  expect(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/sign-up')
  const google = await screen.findByRole('button', { name: 'Sign up with Google' })
  await waitFor(() => expect(google).toBeDisabled())
  await expectAccessible()
  await user.type(screen.getByLabelText('Password'), 'eight-red-tubes')
  await user.click(button())
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(server.callsOf(technicianLogin)).toEqual([{ email: ama.email, password: 'eight-red-tubes' }])
  expect(address()).toBe('/technician-login')
})

test.each(['/reset-password', '/confirm-email', '/set-up'])(
  '%s without the token of its link says what to do',
  async (path) => {
    await openScreen(path)
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is incomplete')
  },
)
