import { expect, test } from 'vitest'
import { searchAudit } from '#contract/audit.ts'
import { listCarers } from '#contract/care.ts'
import { listJoins } from '#contract/joins.ts'
import { listLegalHolds } from '#contract/legal-holds.ts'
import { changePerson, listPersonVisits, readPerson } from '#contract/people.ts'
import { openCallbacks } from '#contract/results.ts'
import { listStandingOrders } from '#contract/standing.ts'
import { readPersonTrends } from '#contract/trends.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000aa'

const openPerson = (more: Prepare = () => {}) =>
  openScreen(`/manager-dashboard/people/${id}`, (to) => {
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
      birth: { date: '2026-03-05', precision: 'day' },
      age: 0,
      phone: '',
      lastVisitAt: '2026-03-09T08:30:00.000Z',
      lastSite: 'Main',
      visits: 1,
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
    to.answers(listCarers, { carers: [] })
    to.answers(listLegalHolds, { rows: [], nextCursor: null })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(listJoins, { joins: [], couldBe: [] })
    to.answers(readPersonTrends, [])
    to.answers(searchAudit, { rows: [], nextCursor: null })
    to.answers(listPersonVisits, { rows: [], nextCursor: null })
    more(to)
  })

test('a correction names the released values that would have been flagged differently', async () => {
  const { user, server } = await openPerson((to) => {
    to.answers(changePerson, {
      message: 'Baby Mensah is saved.',
      otherwise: [
        {
          reference: 'K7Q2M9XD',
          visitId: '01900000-0000-7000-8000-0000000000bb',
          test: 'Full Blood Count',
          analyte: 'WBC',
          value: 25,
          flag: '',
          flagNow: 'HH',
        },
      ],
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Change details' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Released values to check' })
  expect(dialog).toHaveTextContent('WBC 25, Full Blood Count: was not flagged, would be Critically high')
  expect(screen.getByRole('link', { name: 'report of K7Q2M9XD' })).toBeInTheDocument()
  await expectAccessible()
  expect(server.callsOf(changePerson)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog', { name: 'Released values to check' })).toBeNull()
})

test('the dialog that records a wish opens without what was chosen in it before', async () => {
  const { user } = await openPerson()
  const open = async () => user.click(await screen.findByRole('button', { name: 'Record a request' }))
  const card = () => screen.getByRole('checkbox', { name: 'Identity card' })
  await open()
  await user.click(card())
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await open()
  expect(card()).not.toBeChecked()
})
