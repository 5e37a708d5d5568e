import { expect, test } from 'vitest'
import { openCallbacks } from '#contract/results.ts'
import { addReading, listPlaces } from '#contract/temperatures.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

test('a value outside the limits requires an action', async () => {
  const { user, server } = await openScreen('/temperatures', (to) => {
    signIn(to, { ...ama, role: 'technician', fullName: 'Tina Technician' })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(listPlaces, {
      places: [
        {
          id: '01900000-0000-7000-8000-0000000000d1',
          site: 'Main',
          name: 'Refrigerator 1',
          kind: 'refrigerator',
          unit: '°C',
          low: 2,
          high: 8,
          everyHours: 12,
          state: 'due',
          last: null,
          dueAt: null,
        },
      ],
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Enter the reading of Refrigerator 1' }))
  const value = await screen.findByLabelText('Value in °C')
  await user.type(value, '5.5')
  expect(screen.queryByLabelText('Action')).toBeNull()
  await user.clear(value)
  await user.type(value, '9.3')
  await user.type(await screen.findByLabelText('Action'), 'Door closed')
  await expectAccessible()
  server.answers(addReading, { message: 'Entered.', id: '01900000-0000-7000-8000-0000000000d2' })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => server.callsOf(addReading)).toEqual([{ value: 9.3, action: 'Door closed' }])
})
