import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listAddressChanges } from '#contract/address-changes.ts'
import { endCare, listOfAge } from '#contract/care.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { searchPatients } from '#contract/patients.ts'
import { openCallbacks } from '#contract/results.ts'
import { listMissed } from '#contract/standing.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

type Grown = ResponseInput<typeof listOfAge>['people'][number]

const kojo: Grown = {
  id: '01900000-0000-7000-8000-0000000000a1',
  number: 'P000000013',
  fullName: 'Kojo Owusu',
  sex: 'male',
  birth: { date: '2008-02-02', precision: 'day' },
  age: 18,
  since: '2026-02-02',
  carers: [
    {
      accountId: '01900000-0000-7000-8000-0000000000b1',
      fullName: 'Abena Owusu',
      kind: 'child',
      since: '2020-02-02T08:00:00.000Z',
      grantedBy: 'holder',
    },
  ],
}
const efua: Grown = {
  ...kojo,
  id: '01900000-0000-7000-8000-0000000000a2',
  fullName: 'Efua Owusu',
  birth: { date: '2007-06-01', precision: 'estimated' },
  since: '2025-06-01',
}

const withGrown =
  (...people: Grown[]): Prepare =>
  (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    // jsdom does not know the element around the filters.
    to.provokes(/The tag <%s> is unrecognized.* search/)
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(listMissed, { rows: [], nextCursor: null })
    to.answers(listAddressChanges, { changes: [] })
    to.answers(listOfAge, { people, total: people.length, majorityAge: 18 })
    to.answers(searchPatients, { rows: [], total: { count: 0, exact: true }, nextCursor: null })
  }

test('staff are told of children who have come of age, and end the care of each account', async () => {
  const { user, server } = await openScreen('/manager-dashboard/patients', withGrown(kojo, efua))
  expect(await screen.findByText('2 children have come of age.')).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('link', { name: 'See who still looks after them' }))
  const row = await screen.findByRole('row', { name: /Kojo Owusu/ })
  expect(row).toHaveTextContent('18')
  expect(row).toHaveTextContent('Monday 2 February 2026')
  expect(screen.getByRole('row', { name: /Efua Owusu/ })).toHaveTextContent('about 2025')
  await expectAccessible()
  await user.click(within(row).getByRole('button', { name: /^End ?of Abena Owusu for Kojo Owusu$/ }))
  server.answers(endCare, { message: 'Closed.' })
  server.answers(listOfAge, { people: [], total: 0, majorityAge: 18 })
  const question = within(
    screen.getByRole('alertdialog', { name: 'Close the record of Kojo Owusu to Abena Owusu?' }),
  )
  await user.click(question.getByRole('button', { name: 'Close the record' }))
  expect(await screen.findByText('Nobody')).toBeVisible()
  expect(server.callsOf(endCare)).toHaveLength(1)
})

test('a list that is longer than the screen says how long it is', async () => {
  await openScreen('/manager-dashboard/patients/of-age', (to) => {
    withGrown(kojo, efua)(to)
    to.answers(listMissed, { rows: [], nextCursor: null })
    to.answers(listOfAge, { people: [kojo, efua], total: 203, majorityAge: 18 })
  })
  expect(await screen.findByText('These are the latest 2 of 203. Others appear as care ends.')).toBeVisible()
})

test('nothing is said where no child has come of age', async () => {
  await openScreen('/manager-dashboard/patients', withGrown())
  expect(await screen.findByText(messages.lists.noPatients)).toBeVisible()
  expect(screen.queryByText(/come of age/)).toBeNull()
})
