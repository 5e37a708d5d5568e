import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { askCareCode, endCare, listCare, makeCareCode, takeCare } from '#contract/care.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { openScreen, screen, signIn } from '../../testing/open-screen.tsx'

type CaredFor = ResponseInput<typeof listCare>['people'][number]

const yaw = {
  accountId: '01900000-0000-7000-8000-0000000000b1',
  fullName: 'Yaw Mensah',
  kind: 'other',
  since: '2026-02-02T08:00:00.000Z',
  grantedBy: 'holder',
} as const
const own: CaredFor = {
  id: '01900000-0000-7000-8000-0000000000a1',
  number: 'P000000013',
  fullName: 'Ama Mensah',
  sex: 'female',
  birth: { date: '1990-05-04', precision: 'day' },
  age: 35,
  kind: 'self',
  since: '2026-01-05T08:00:00.000Z',
  grantedBy: 'holder',
  otherAccounts: [yaw],
  mayShare: true,
}
const adwoa: CaredFor = {
  ...own,
  id: '01900000-0000-7000-8000-0000000000a2',
  number: 'P000000021',
  fullName: 'Adwoa Mensah',
  kind: 'child',
  grantedBy: 'laboratory',
  otherAccounts: [{ ...yaw, kind: 'child', grantedBy: { fullName: 'Efua Mensah' } }],
}
const nana: CaredFor = {
  ...own,
  id: '01900000-0000-7000-8000-0000000000a3',
  fullName: 'Nana Mensah',
  kind: 'parent',
  otherAccounts: [],
  mayShare: false,
}

const openPeople = (people: CaredFor[], codeBySms = false) =>
  openScreen('/patient-dashboard/people', (to) => {
    signIn(to)
    to.answers(listCare, { people, codeBySms })
  })
const part = (name: string) => within(screen.getByRole('region', { name }))

test('every person is there with who else opens the record, and with what may be done', async () => {
  await openPeople([own, adwoa, nana])
  const adwoas = part('Adwoa Mensah')
  expect(adwoas.getByText(/^My child, since Monday 5 January 2026, opened by the laboratory$/)).toBeVisible()
  expect(adwoas.getByText(/their child, since Monday 2 February 2026, opened by Efua Mensah/)).toBeVisible()
  expect(adwoas.queryByRole('button', { name: /^End/ })).toBeNull()
  expect(adwoas.getByText(/P000000021/)).toBeInTheDocument()
  expect(adwoas.getByRole('link', { name: 'Book for Adwoa Mensah' })).toBeVisible()
  expect(part('Nana Mensah').queryByRole('button', { name: /^Let somebody/ })).toBeNull()
  expect(part('Nana Mensah').getByText('Nobody else opens this record.')).toBeVisible()
  expect(part('Ama Mensah').queryByRole('button', { name: /^Stop/ })).toBeNull()
  await expectAccessible()
})

test('a code for somebody else is shown once, with its last day', async () => {
  const { user, server } = await openPeople([own, adwoa])
  server.answers(makeCareCode, { code: 'ABCD2345', expiresAt: '2026-02-09T12:00:00.000Z' })
  await user.click(screen.getByRole('button', { name: 'Let somebody else look after Adwoa Mensah' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Let somebody else look after Adwoa Mensah' }))
  await user.click(dialog.getByRole('button', { name: 'Create a code' }))
  expect(server.callsOf(makeCareCode)).toEqual([])
  await user.selectOptions(dialog.getByLabelText('How is Adwoa Mensah related to them?'), 'Their child')
  await user.click(dialog.getByRole('button', { name: 'Create a code' }))
  expect(await dialog.findByText('ABCD 2345')).toBeVisible()
  expect(dialog.getByText(/until Monday 9 February 2026/)).toBeVisible()
  expect(server.callsOf(makeCareCode)).toEqual([{ kind: 'child' }])
  await expectAccessible()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('ABCD 2345')).toBeNull()
})

test('care is given up, and who looks after oneself is ended, after a question', async () => {
  const { user, server } = await openPeople([own, adwoa])
  server.answers(endCare, { message: 'Closed.' })
  await user.click(screen.getByRole('button', { name: 'Stop looking after Adwoa Mensah' }))
  const stop = within(screen.getByRole('alertdialog', { name: 'Stop looking after Adwoa Mensah?' }))
  await user.click(stop.getByRole('button', { name: 'Not now' }))
  expect(server.callsOf(endCare)).toHaveLength(0)
  await user.click(part('Ama Mensah').getByRole('button', { name: /^End ?for Yaw Mensah$/ }))
  const end = within(screen.getByRole('alertdialog', { name: 'Close your record to Yaw Mensah?' }))
  server.answers(listCare, { people: [{ ...own, otherAccounts: [] }, adwoa], codeBySms: false })
  await user.click(end.getByRole('button', { name: 'Close the record' }))
  expect(await part('Ama Mensah').findByText('Nobody else opens this record.')).toBeVisible()
  expect(server.callsOf(endCare)).toHaveLength(1)
})

test('a code is refused in words, and says whose record it opened', async () => {
  const { user, server } = await openPeople([])
  expect(screen.getByText('Nobody yet')).toBeVisible()
  await expectAccessible()
  const refusal = 'This code does not work, or not any more. Ask for a new one.'
  server.refuses(takeCare, { code: 'code_invalid', message: refusal })
  await user.type(screen.getByRole('textbox', { name: 'Code' }), 'abcd 2345')
  await user.click(screen.getByRole('button', { name: 'Use this code' }))
  expect(await screen.findByText(refusal)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('abcd 2345')
  server.answers(takeCare, { message: 'Opened.', personId: adwoa.id })
  server.answers(listCare, { people: [adwoa], codeBySms: false })
  await user.click(screen.getByRole('button', { name: 'Use this code' }))
  expect(await screen.findByText(/^You look after Adwoa Mensah now/)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveValue('')
  expect(screen.queryByText('Nobody yet')).toBeNull()
})

test('a code by SMS is asked for where the laboratory sends any', async () => {
  const { user, server } = await openPeople([own], true)
  server.answers(askCareCode, { message: 'If the laboratory has a phone number, a code is on its way.' })
  const ask = part('Send a code to the phone number on record')
  await user.type(ask.getByLabelText('Person number'), 'P000000021')
  await user.selectOptions(ask.getByLabelText('Who is this person to you?'), 'Myself')
  await user.click(ask.getByRole('button', { name: 'Send the code' }))
  expect(await ask.findByText(/a code is on its way/)).toBeVisible()
  expect(server.callsOf(askCareCode)).toEqual([{ personNumber: 'P000000021', kind: 'self' }])
  await expectAccessible()
})
