import { expect, test } from 'vitest'
import { listAddressChanges } from '#contract/address-changes.ts'
import { listOfAge } from '#contract/care.ts'
import { searchPatients } from '#contract/patients.ts'
import { addPerson, type PersonRecord, readPerson, searchPeople } from '#contract/people.ts'
import { openCallbacks } from '#contract/results.ts'
import { listMissed } from '#contract/standing.ts'
import { utcDay } from '../../lib/times.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

const today = utcDay(new Date())
const shown = {
  id: '01900000-0000-7000-8000-0000000000aa',
  number: 'P000000013',
  fullName: 'Esi Twins',
  naming: 'named' as const,
  sex: 'female' as const,
  birth: { date: '1990-05-01', precision: 'day' as const },
  age: 36,
  deceased: false,
  phone: '',
  lastVisitAt: null,
  lastSite: null,
  visits: 0,
}
const record: PersonRecord = {
  ...shown,
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
  accounts: [],
  birthOrder: null,
  mother: null,
  babies: [
    {
      ...shown,
      id: '01900000-0000-7000-8000-0000000000bb',
      number: 'P000000021',
      fullName: 'Baby of Esi Twins',
      naming: 'baby',
      birth: { date: today, precision: 'day' },
      birthOrder: null,
    },
  ],
  version: 1,
}

const open = (more: Prepare = () => {}) =>
  openScreen('/manager-dashboard/patients', (to) => {
    // jsdom does not know the element.
    to.provokes(/The tag <%s> is unrecognized in this browser.*search/)
    signIn(to, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    to.answers(openCallbacks, { now: new Date().toISOString(), visits: [], total: 0 })
    to.answers(listMissed, { rows: [], nextCursor: null })
    to.answers(listAddressChanges, { changes: [] })
    to.answers(listOfAge, { people: [], total: 0, majorityAge: 18 })
    to.answers(searchPatients, { rows: [], total: { count: 0, exact: true }, nextCursor: null })
    more(to)
  })

test('a second newborn of the same mother and day is offered as number two', async () => {
  const { user, server } = await open((to) => {
    to.answers(searchPeople, {
      people: [{ ...shown, because: 'name', bookedAs: null, bookedToday: null }],
      more: false,
    })
    to.answers(readPerson, record)
    to.refuses(addPerson, {
      code: 'invalid_input',
      message: 'Number 2 is taken',
      fields: { birthOrder: ['Number 2 is taken'] },
      requestId: 'x',
    })
  })
  await user.click(await screen.findByRole('button', { name: 'New person' }))
  await user.selectOptions(screen.getByLabelText('Who is being registered'), 'Newborn')
  await user.type(screen.getByRole('searchbox', { name: 'Mother' }), 'esi')
  await user.click(await screen.findByRole('button', { name: /Esi Twins/ }))
  expect(await screen.findByText(/Baby of Esi Twins, P000000021/)).toBeInTheDocument()
  expect(screen.getByLabelText('Birth order')).toHaveValue('2')
  await user.selectOptions(screen.getByLabelText('Sex'), 'male')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Number 2 is taken')
  expect(server.callsOf(addPerson)).toMatchObject([
    {
      naming: 'baby',
      sex: 'male',
      mother: 'P000000013',
      birthOrder: 2,
      birth: { date: today, precision: 'day' },
    },
  ])
  await expectAccessible()
})

test('of somebody without a known name sex and age are asked', async () => {
  const { user, server } = await open((to) => {
    to.refuses(addPerson, { code: 'internal', message: 'Not now', requestId: 'x' })
  })
  await user.click(await screen.findByRole('button', { name: 'New person' }))
  await user.selectOptions(screen.getByLabelText('Who is being registered'), 'Name not known')
  expect(screen.queryByLabelText('Full Name')).toBeNull()
  await user.selectOptions(screen.getByLabelText('Sex'), 'male')
  await user.type(screen.getByRole('spinbutton', { name: 'Age' }), '40')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now')
  expect(server.callsOf(addPerson)).toMatchObject([{ naming: 'unknown', sex: 'male', age: 40 }])
})
