import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { openCallbacks } from '#contract/results.ts'
import { inviteTechnician, listTechnicians } from '#contract/technicians.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

test('an invitation shows errors at missing fields, and is sent with the entered values', async () => {
  const { user, server } = await openScreen('/manager-dashboard/technicians/invite', (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    to.answers(listTechnicians, [])
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
  })
  await user.click(await screen.findByRole('button', { name: 'Send Invitation' }))
  const heading = await screen.findByRole('heading', { name: messages.technicians.fieldsMissing })
  await waitFor(() => expect(heading.closest('[role=alert]')).toHaveFocus())
  expect(screen.getByLabelText('Full Name')).toHaveAccessibleDescription('Enter a name')
  await user.type(screen.getByLabelText('Full Name'), 'Efua Mensah')
  await user.type(screen.getByLabelText('Email'), 'efua@lab.test')
  await user.type(screen.getByLabelText('Specialties'), 'full blood{Enter}')
  server.refuses(inviteTechnician, { code: 'conflict', message: 'This address is known already' })
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }))
  await screen.findByText('This address is known already')
  expect(server.callsOf(inviteTechnician)).toMatchObject([
    { fullName: 'Efua Mensah', email: 'efua@lab.test', specialties: ['Full Blood Count'], sites: null },
  ])
})
