import { waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sendContactMessage, showContactForm } from '#contract/contact.ts'
import { messages } from '#contract/messages.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { openScreen, type Prepare, screen } from '../../testing/open-screen.tsx'

const letter = { name: 'Kwame Writer', email: 'kwame@home.test', message: 'May I eat before the test?' }
const field = (label: string) => screen.getByLabelText(label)

const openForm = (prepare: Prepare = () => {}) =>
  openScreen('/contact', (server) => {
    server.answers(showContactForm, { shown: 'a signed time' })
    prepare(server)
  })

async function write(user: UserEvent, { name, email, message } = letter): Promise<void> {
  await user.type(field('Name'), name)
  await user.type(field('Email'), email)
  await user.type(field('Message'), message)
}

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: messages.contact.send }))

function expectKept({ name, email, message } = letter): void {
  expect(field('Name')).toHaveValue(name)
  expect(field('Email')).toHaveValue(email)
  expect(field('Message')).toHaveValue(message)
}

test('the contact form says that it sends, then only thanks', async () => {
  const { user, server } = await openForm(({ answers }) => answers(sendContactMessage, { next: '/thanks' }))
  const answer = server.holds(sendContactMessage)
  await write(user)
  await send(user)
  const sending = await screen.findByRole('button', { name: messages.contact.sending })
  expect(sending).toBeDisabled()
  expectKept()
  answer()
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(messages.contact.thanks),
  )
  expect(sending).not.toBeInTheDocument()
  expect(screen.queryByLabelText('Message')).not.toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent(messages.contact.thanks)
  expect(screen.getByRole('status')).toHaveFocus()
  expect(server.callsOf(sendContactMessage)).toEqual([{ ...letter, _shown: 'a signed time' }])
  await expectAccessible()
})

test('the contact form shows at the fields what is missing and what the service refuses', async () => {
  const { user } = await openForm(({ breaks }) =>
    breaks(sendContactMessage, 422, {
      errors: [
        { field: 'name', code: 'REQUIRED_FIELD_EMPTY', message: 'is required' },
        { field: 'email', code: 'TYPE_EMAIL', message: 'should be an e-mail address like name@example.com' },
      ],
    }),
  )
  await send(user)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveFocus()
  expect(field('Name')).toHaveAccessibleDescription('Name is required')
  expect(field('Email')).toHaveAccessibleDescription('Email is required')
  expect(field('Message')).toHaveAccessibleDescription(/^Message is required/)
  await user.click(within(alert).getByRole('link', { name: 'Message is required' }))
  expect(field('Message')).toHaveFocus()
  await expectAccessible()

  const refused = { ...letter, name: ' ', email: 'kwame@home' }
  await write(user, refused)
  await send(user)
  await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Name is required'))
  expect(field('Email')).toHaveAccessibleDescription(
    'Email should be an e-mail address like name@example.com',
  )
  expectKept(refused)
})

test('the contact form keeps the message when there is no connection, and sends it later', async () => {
  const { user, server } = await openForm(({ cannotBeReached }) => cannotBeReached(sendContactMessage))
  await write(user)
  await send(user)
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
  expectKept()
  server.answers(sendContactMessage, { next: '/thanks' })
  await send(user)
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(messages.contact.thanks),
  )
})
