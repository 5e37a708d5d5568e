import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { yearsBefore } from '#contract/age.ts'
import { availability, bookAppointment } from '#contract/booking.ts'
import { listCare } from '#contract/care.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import { listPackages } from '#contract/packages.ts'
import { expectedWaits } from '#contract/queue-accuracy.ts'
import { catalogueTests } from '#contract/sites.ts'
import { utcDay } from '../../lib/times.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama as account, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

type CaredFor = ResponseInput<typeof listCare>['people'][number]

const tomorrow = utcDay(new Date(Date.now() + 24 * 3600_000))

const cared = (details: Pick<CaredFor, 'id' | 'fullName' | 'kind'> & Partial<CaredFor>): CaredFor => ({
  number: 'P000000013',
  sex: 'female',
  birth: { date: '1990-05-04', precision: 'day' },
  age: 35,
  since: '2026-01-05T08:00:00.000Z',
  grantedBy: 'holder',
  otherAccounts: [],
  mayShare: true,
  ...details,
})
const ama = cared({ id: '01900000-0000-7000-8000-0000000000a1', fullName: 'Ama Mensah', kind: 'self' })
const adwoa = cared({
  id: '01900000-0000-7000-8000-0000000000a2',
  fullName: 'Adwoa Mensah',
  kind: 'child',
  birth: { date: yearsBefore(tomorrow, 6), precision: 'estimated' },
  age: 6,
})
const otherAdwoa = cared({ ...adwoa, id: '01900000-0000-7000-8000-0000000000a3', age: 64, kind: 'parent' })

let accounts = 0
const withPeople =
  (...people: CaredFor[]): Prepare =>
  (to) => {
    // An account of its own: what is typed is kept for the account.
    accounts += 1
    signIn(to, { ...account, id: `01900000-0000-7000-8000-0000000001${accounts}0` })
    to.answers(expectedWaits, { basis: 'unknown', times: [] })
    to.answers(listCare, { people, codeBySms: false })
    to.answers(catalogueTests, [
      {
        name: 'Full Blood Count',
        label: 'Full Blood Count',
        about: '',
        specimen: 'Blood',
        preparation: '',
        fasting: false,
        turnaroundHours: 4,
      },
    ])
    to.answers(listPackages, [])
    to.answers(availability, {
      site: { id: '01900000-0000-7000-8000-000000000051', name: 'Main', timeZone: 'Africa/Accra' },
      durationMinutes: 15,
      morningFirst: false,
      preparation: [],
      days: [
        {
          day: tomorrow,
          closed: null,
          taken: 0,
          starts: [{ at: `${tomorrow}T08:30:00.000Z`, time: '08:30' }],
        },
      ],
    })
    to.refuses(bookAppointment, {
      code: 'invalid_input',
      message: 'Check what you typed.',
      fields: { personId: ['This account does not look after this person'] },
    })
  }

async function openForm(...people: CaredFor[]) {
  const opened = await openScreen('/patient-dashboard/appointment-page', withPeople(...people))
  const { user } = opened
  const whom = within(await screen.findByRole('group', { name: 'This appointment is for' }))
  const submit = async () => {
    await user.click(screen.getByRole('button', { name: 'Add Full Blood Count' }))
    await user.click(await screen.findByRole('radio', { name: 'Tomorrow 08:30' }))
    await user.click(screen.getByRole('button', { name: 'Submit Appointment' }))
  }
  return { ...opened, whom, submit }
}

test('a known person is chosen by name, and booked with their record', async () => {
  const { user, server, whom, submit } = await openForm(ama, adwoa)
  expect(whom.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Me',
    'Adwoa Mensah',
    'Somebody new',
  ])
  expect(screen.getByText('Friday 4 May 1990')).toBeInTheDocument()
  await user.click(whom.getByRole('radio', { name: 'Adwoa Mensah' }))
  // The age that was stated for the day of a visit, also on the day before.
  expect(screen.getByText('about 6')).toBeInTheDocument()
  expect(screen.getByText(/Ask the laboratory to correct the record/)).toBeInTheDocument()
  expect(screen.queryByLabelText('Full Name')).toBeNull()
  await expectAccessible()
  await submit()
  expect(await screen.findAllByText('This account does not look after this person')).not.toHaveLength(0)
  expect(server.callsOf(bookAppointment)).toMatchObject([
    {
      personId: adwoa.id,
      patientDetails: { fullName: 'Adwoa Mensah', gender: 'female', age: 6, email: 'ama@home.test' },
    },
  ])
  expect(server.callsOf(bookAppointment)[0]).not.toHaveProperty('relation')
})

test('two of one name are told apart by their ages', async () => {
  const { whom } = await openForm(ama, adwoa, otherAdwoa)
  expect(whom.getByRole('radio', { name: 'Adwoa Mensah, 6' })).toBeInTheDocument()
  expect(whom.getByRole('radio', { name: 'Adwoa Mensah, 64' })).toBeInTheDocument()
})

test('somebody new is asked about, and what they are to the holder of the account', async () => {
  const { user, server, whom, submit } = await openForm()
  await user.click(whom.getByRole('radio', { name: 'Somebody new' }))
  await user.selectOptions(screen.getByLabelText('Who is this person to you?'), 'My child')
  await user.type(screen.getByLabelText('Full Name'), 'Kojo Mensah')
  await user.selectOptions(screen.getByLabelText('Gender'), 'Male')
  await user.type(screen.getByLabelText('Age'), '3')
  await expectAccessible()
  await submit()
  await screen.findAllByText(/does not look after/)
  expect(server.callsOf(bookAppointment)).toMatchObject([
    { relation: 'child', patientDetails: { fullName: 'Kojo Mensah', gender: 'male', age: 3 } },
  ])
})

test('the first visit for oneself begins the record of the holder of the account', async () => {
  const { user, server, whom, submit } = await openForm(adwoa)
  expect(whom.getByRole('radio', { name: 'Me' })).toBeChecked()
  await user.selectOptions(screen.getByLabelText('Gender'), 'Female')
  await user.type(screen.getByLabelText('Age'), '34')
  await submit()
  await screen.findAllByText(/does not look after/)
  expect(server.callsOf(bookAppointment)).toMatchObject([
    { relation: 'self', patientDetails: { fullName: 'Ama Mensah', age: 34 } },
  ])
  // Meanwhile the desk registered a visit of theirs.
  server.answers(listCare, { people: [ama, adwoa], codeBySms: false })
  server.refuses(bookAppointment, {
    code: 'invalid_input',
    message: 'Check what you typed.',
    fields: { relation: ['This account has a record of its holder already: choose it'] },
  })
  await user.click(screen.getByRole('button', { name: 'Submit Appointment' }))
  await screen.findAllByText(/record of its holder already/)
  await user.click(await screen.findByRole('radio', { name: 'Me', checked: false }))
  await user.click(screen.getByRole('button', { name: 'Submit Appointment' }))
  expect(server.callsOf(bookAppointment).at(-1)).toMatchObject({ personId: ama.id })
})

test('each error of the form disappears as soon as the missing value is chosen, before the form is sent again', async () => {
  const { user, server } = await openForm(ama)
  await user.click(screen.getByRole('button', { name: 'Submit Appointment' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveFocus()
  expect(alert).toHaveTextContent('Choose at least one test')
  expect(alert).toHaveTextContent('Choose a time')
  await user.click(screen.getByRole('button', { name: 'Add Full Blood Count' }))
  await waitFor(() => expect(alert).not.toHaveTextContent('Choose at least one test'))
  expect(alert).toHaveTextContent('Choose a time')
  await user.click(await screen.findByRole('radio', { name: 'Tomorrow 08:30' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(server.callsOf(bookAppointment)).toEqual([])
})
