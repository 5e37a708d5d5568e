import { within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { patientsToBook } from '#contract/access.ts'
import { searchAudit } from '#contract/audit.ts'
import { endCare, grantCare, listCarers, makeCareCode } from '#contract/care.ts'
import { listJoins } from '#contract/joins.ts'
import { listLegalHolds } from '#contract/legal-holds.ts'
import { listPersonVisits, readPerson } from '#contract/people.ts'
import { openCallbacks } from '#contract/results.ts'
import { listStandingOrders } from '#contract/standing.ts'
import { readPersonTrends } from '#contract/trends.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000aa'
const abena = {
  accountId: '01900000-0000-7000-8000-0000000000b1',
  fullName: 'Abena Mensah',
  kind: 'child',
  since: '2026-02-02T08:00:00.000Z',
  grantedBy: 'holder',
} as const
const account = {
  id: '01900000-0000-7000-8000-0000000000b2',
  fullName: 'Yaw Mensah',
  email: 'yaw@home.test',
  phone: '',
}

async function openRecord() {
  const opened = await openScreen(`/manager-dashboard/people/${id}`, (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    to.answers(readPerson, {
      id,
      number: 'P000000013',
      fullName: 'Baby Mensah',
      naming: 'named',
      birthOrder: null,
      mother: null,
      babies: [],
      sex: 'female',
      birth: { date: '2026-01-05', precision: 'day' },
      age: 0,
      phone: '',
      lastVisitAt: null,
      lastSite: null,
      visits: 0,
      formerNames: [],
      givenNames: '',
      familyName: '',
      phones: [],
      email: '',
      identifiers: [],
      language: '',
      note: '',
      diedOn: null,
      forgottenAt: null,
      deceased: false,
      accounts: [],
      version: 1,
    })
    to.answers(listStandingOrders, { orders: [] })
    to.answers(listCarers, { carers: [abena] })
    to.answers(listJoins, { joins: [], couldBe: [] })
    to.answers(listLegalHolds, { rows: [], nextCursor: null })
    to.answers(readPersonTrends, [])
    to.answers(searchAudit, { rows: [], nextCursor: null })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(listPersonVisits, { rows: [], nextCursor: null })
  })
  return { ...opened, part: within(await screen.findByRole('region', { name: 'Who opens this record' })) }
}

test('the accounts that open a record are listed, and closed after a question', async () => {
  const { user, server, part } = await openRecord()
  const row = part.getByRole('listitem')
  expect(row).toHaveTextContent('child of the account holder')
  expect(row).toHaveTextContent('Monday 2 February 2026')
  await expectAccessible()
  server.answers(endCare, { message: 'Closed.' })
  await user.click(part.getByRole('button', { name: /^End ?for Abena Mensah$/ }))
  const question = within(
    screen.getByRole('alertdialog', { name: 'Close the record of Baby Mensah to Abena Mensah?' }),
  )
  server.answers(listCarers, { carers: [] })
  await user.click(question.getByRole('button', { name: 'Close the record' }))
  expect(await part.findByText('No account opens this record.')).toBeVisible()
  expect(server.callsOf(endCare)).toHaveLength(1)
})

test('an account is found and looks after the person from now on', async () => {
  const { user, server, part } = await openRecord()
  server.answers(patientsToBook, { patients: [account] })
  server.answers(grantCare, { message: 'Opened.' })
  await user.click(part.getByRole('button', { name: 'Give an account access' }))
  const dialog = within(
    screen.getByRole('dialog', { name: 'Give an account access to the record of Baby Mensah' }),
  )
  await user.selectOptions(dialog.getByLabelText(/^Who is Baby Mensah/), 'Their child')
  await user.click(dialog.getByRole('button', { name: 'Open the record' }))
  await dialog.findByRole('link', { name: /Choose an account/ })
  await user.type(dialog.getByLabelText('Find the account'), 'Yaw')
  await user.click(await dialog.findByRole('button', { name: /Yaw Mensah/ }))
  await expectAccessible()
  await user.click(dialog.getByRole('button', { name: 'Open the record' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.callsOf(grantCare)).toEqual([{ accountId: account.id, kind: 'child' }])
})

test('a code is made for whoever stands at the desk, and printed', async () => {
  const { user, server, part } = await openRecord()
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  server.answers(makeCareCode, { code: 'ABCD2345', expiresAt: '2026-02-09T12:00:00.000Z' })
  await user.click(part.getByRole('button', { name: 'Create a code' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Code for the record of Baby Mensah' }))
  await user.selectOptions(dialog.getByLabelText(/^Who is Baby Mensah/), 'The same person')
  await user.click(dialog.getByRole('button', { name: 'Create a code' }))
  expect(await dialog.findByText('ABCD 2345')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(server.callsOf(makeCareCode)).toEqual([{ kind: 'self' }])
})
