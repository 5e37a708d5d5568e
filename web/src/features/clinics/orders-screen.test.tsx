import { expect, test } from 'vitest'
import { listClinicOrders } from '#contract/clinic-orders.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

test('a state that no order is in says so, and does not speak of a first order', async () => {
  const { user } = await openScreen('/clinic?state=cancelled', (server) => {
    // jsdom does not know the element.
    server.provokes(/The tag <%s> is unrecognized.* search/)
    signIn(server, { ...ama, role: 'clinician', fullName: 'Dr Yaa Amoako' })
    server.answers(listClinicOrders, { rows: [], nextCursor: null })
  })
  expect(await screen.findByText('Nothing matches these filters')).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByText(/Your orders appear here/)).toBeVisible()
})
