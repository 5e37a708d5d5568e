import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listTasks } from '#contract/bench.ts'
import { appointmentTasks } from '#contract/booking.ts'
import { openCallbacks } from '#contract/results.ts'
import { catalogueTests } from '#contract/sites.ts'
import { expectAccessible } from '../../../../testing/accessible.ts'
import { ama, openScreen, screen, signIn } from '../../../../testing/open-screen.tsx'

const openAsTechnician = () =>
  openScreen('/profile', (to) => {
    signIn(to, { ...ama, role: 'technician', fullName: 'Kojo Antwi' })
    to.answers(openCallbacks, { now: '2026-01-05T08:00:00.000Z', visits: [], total: 0 })
    to.answers(appointmentTasks, {
      appointments: [
        {
          _id: 'v1',
          id: 'v1',
          reference: 'Q9A2WEVF',
          status: 'booked',
          priority: 'low',
          patientDetails: { fullName: 'Efua Mensah', age: 30, gender: 'female', contact: '', email: '' },
          testType: ['Full Blood Count'],
          scheduledDate: '2026-01-05T09:00:00.000Z',
          scheduleTime: '09:00',
          endsAt: '2026-01-05T09:15:00.000Z',
          durationMinutes: 15,
          site: { id: '01900000-0000-7000-8000-000000000051', name: 'Main', timeZone: 'Africa/Accra' },
          preparation: [],
          changeableUntil: '2026-01-05T07:00:00.000Z',
          whyNotChangeable: null,
          recollects: null,
          version: 1,
          createdAt: '2026-01-01T09:00:00.000Z',
        },
      ],
      total: { count: 1, exact: true },
      nextCursor: null,
      page: 1,
      around: [],
    })
    to.answers(listTasks, { rows: [], nextCursor: null })
    to.answers(catalogueTests, [])
  })

test('a setting outside of a person’s permissions is not offered', async () => {
  const { user } = await openAsTechnician()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'hours')
  expect(await screen.findByText(/^Nothing found/)).toBeInTheDocument()
})

test('a visit is found by the patient’s name, and Escape closes the search at once', async () => {
  const { user, address } = await openAsTechnician()
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'efua')
  expect(await screen.findByRole('option', { name: /Efua Mensah/ })).toBeInTheDocument()
  expect(screen.getByRole('group', { name: 'Visits' })).toBeInTheDocument()
  await expectAccessible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(address()).toBe('/profile')
})

test('a failed search says so and leaves the screens reachable', async () => {
  const { user, server } = await openAsTechnician()
  server.cannotBeReached(appointmentTasks)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'workl')
  expect(await screen.findByText(/^Not everything could be searched/)).toBeInTheDocument()
  expect(screen.getByRole('option', { name: 'Worklists' })).toBeInTheDocument()
})

test('? lists the keys of the screen and those of every screen', async () => {
  const { user } = await openAsTechnician()
  await user.keyboard('?')
  const keys = await screen.findByRole('dialog', { name: 'Keys' })
  expect(within(keys).getByText('Search everything')).toBeInTheDocument()
  expect(within(keys).getByText('This screen has no keys of its own.')).toBeInTheDocument()
  await expectAccessible()
})
