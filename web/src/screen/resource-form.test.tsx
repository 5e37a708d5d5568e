import { act, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { login } from '#contract/access.ts'
import { openCallbacks } from '#contract/results.ts'
import { changeRetentionPeriods, readRetentionPeriods } from '#contract/retention.ts'
import { addSite, changeBookingRules, settings } from '#contract/settings.ts'
import { renew } from '../api/queries.ts'
import { laboratorySettings } from '../testing/laboratory-settings.ts'
import { ama, openScreen, type Server, screen, signIn } from '../testing/open-screen.tsx'
import { forgetForms, keepForms } from '../ui/kept-forms.ts'

const field = (name: string) => screen.getByLabelText(name)
const first = '0000000000000001'
const second = '0000000000000002'
const all = (booking: { horizonDays?: number; version: string }) => laboratorySettings({ booking })
const { version: _, ...rules } = laboratorySettings({}).booking

const openRules = (prepare: (server: Server) => void = () => {}) =>
  openScreen('/manager-dashboard/settings/booking', (server) => {
    signIn(server, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    server.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    server.answers(settings, all({ version: first }))
    prepare(server)
  })

test('an error of the schema is shown before the form is sent, and disappears when the field is corrected', async () => {
  const { user, server } = await openRules(({ answers }) => answers(changeBookingRules, { message: 'Saved' }))
  const days = await screen.findByLabelText('Days ahead')
  await user.clear(days)
  await user.type(days, '9000')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const summary = await screen.findByRole('alert')
  expect(summary).toHaveFocus()
  expect(days).toBeInvalid()
  const said = days.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(said.split(' ')[0] ?? '')).not.toHaveTextContent(/expected|invalid|Too big/)
  await user.click(within(summary).getByRole('link', { name: /^Days ahead/ }))
  expect(days).toHaveFocus()
  await user.clear(days)
  await user.type(days, '90')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(server.callsOf(changeBookingRules)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(server.callsOf(changeBookingRules)).toEqual([{ ...rules, horizonDays: 90, version: first }]),
  )
})

test('an error of the server is shown at its field, keeps the typed value, and disappears when the value changes', async () => {
  const { user } = await openRules(({ refuses }) =>
    refuses(changeBookingRules, {
      code: 'invalid_input',
      message: 'The step does not fit',
      fields: { stepMinutes: ['The step does not fit'] },
    }),
  )
  const step = await screen.findByLabelText('Step, minutes')
  await user.clear(step)
  await user.type(step, '20')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByRole('link', { name: /The step does not fit/ })
  expect(step).toHaveValue(20)
  expect(step).toBeInvalid()
  await user.clear(step)
  await user.type(step, '30')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(step).toBeValid()
})

test('changes that another person saved are shown beside the typed values, with the choice of either', async () => {
  const { user, server } = await openRules(({ refuses }) =>
    refuses(changeBookingRules, { code: 'changed_meanwhile', message: 'Changed meanwhile' }),
  )
  const days = await screen.findByLabelText('Days ahead')
  await user.clear(days)
  await user.type(days, '90')
  server.answers(settings, all({ horizonDays: 60, version: second }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const notice = await screen.findByText('Somebody else changed this meanwhile')
  expect(notice.closest('[role=alert]')).toHaveTextContent('Days ahead: 60')
  expect(days).toHaveValue(90)
  server.answers(changeBookingRules, { message: 'Saved' })
  await user.click(screen.getByRole('button', { name: 'Continue with what I typed' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(server.callsOf(changeBookingRules).at(-1)).toEqual({ ...rules, horizonDays: 90, version: second }),
  )
})

test('the values that another person saved can be taken over', async () => {
  const { user, server } = await openRules(({ refuses }) =>
    refuses(changeBookingRules, { code: 'changed_meanwhile', message: 'Changed meanwhile' }),
  )
  await user.type(await screen.findByLabelText('Days ahead'), '1')
  server.answers(settings, all({ horizonDays: 60, version: second }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await user.click(await screen.findByRole('button', { name: 'Show it as it is now' }))
  await waitFor(() => expect(field('Days ahead')).toHaveValue(60))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('leaving a form asks only while it has unsaved changes', async () => {
  const { user, address } = await openRules()
  const days = await screen.findByLabelText('Days ahead')
  await user.type(days, '1')
  await user.click(screen.getAllByRole('link', { name: 'Sites and chairs' })[0] as HTMLElement)
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await user.click(within(question).getByRole('button', { name: 'Stay here' }))
  expect(address()).toBe('/manager-dashboard/settings/booking')
  expect(days).toHaveValue(561)
})

test('a dialog that opens again shows neither the typed values nor the refusal of the time before', async () => {
  const { user } = await openScreen('/manager-dashboard/settings/sites', (server) => {
    signIn(server, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    server.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    server.answers(settings, all({ version: first }))
    server.refuses(addSite, { code: 'conflict', message: 'There is a site of this name.' })
  })
  const opens = () => user.click(screen.getByRole('button', { name: 'Open another site' }))
  await screen.findByRole('heading', { level: 1 })
  await opens()
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Osu')
  await user.click(dialog.getByRole('button', { name: 'Open site' }))
  await screen.findByText('There is a site of this name.')
  await user.click(dialog.getByRole('button', { name: 'Not now' }))
  await opens()
  expect(within(screen.getByRole('dialog')).getByLabelText('Name')).toHaveValue('')
  expect(screen.queryByText('There is a site of this name.')).toBeNull()
})

test('a dialog that opens again starts with the values that it saved', async () => {
  const retention = (version: number, days: number) => ({
    ...{ place: 'GH' as const, confirmedAt: null, version, laws: [] },
    classes: [{ class: 'queue' as const, days, next: { rows: 0, oldest: null }, held: 0, last: null }],
  })
  const { user, server } = await openScreen('/manager-dashboard/retention', (server) => {
    signIn(server, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    server.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    server.answers(readRetentionPeriods, retention(1, 400))
    server.answers(changeRetentionPeriods, { message: 'Saved.' })
  })
  const period = async () => {
    await user.click(await screen.findByRole('button', { name: 'Change the periods' }))
    return screen.getByLabelText(/^Queue events, days/)
  }
  await user.clear(await period())
  await user.type(screen.getByLabelText(/^Queue events, days/), '500')
  server.answers(readRetentionPeriods, retention(2, 500))
  await user.click(screen.getByRole('button', { name: 'Save and confirm' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(server.callsOf(readRetentionPeriods)).toHaveLength(2))
  expect(await period()).toHaveValue(500)
})

test('what another person saved is shown in an open dialog, and a save does not overwrite it unseen', async () => {
  const retention = (version: number, draftDays: number) => ({
    ...{ place: 'GH' as const, confirmedAt: null, version, laws: [] },
    classes: [
      { class: 'queue' as const, days: 400, next: { rows: 0, oldest: null }, held: 0, last: null },
      { class: 'draft' as const, days: draftDays, next: { rows: 0, oldest: null }, held: 0, last: null },
    ],
  })
  const { user, server } = await openScreen('/manager-dashboard/retention', (server) => {
    signIn(server, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    server.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    server.answers(readRetentionPeriods, retention(1, 30))
    server.refuses(changeRetentionPeriods, { code: 'changed_meanwhile', message: 'Changed meanwhile' })
  })
  await user.click(await screen.findByRole('button', { name: 'Change the periods' }))
  const queueDays = screen.getByLabelText(/^Queue events, days/)
  await user.clear(queueDays)
  await user.type(queueDays, '500')
  server.answers(readRetentionPeriods, retention(2, 60))
  await act(() => renew(changeRetentionPeriods))
  await waitFor(() => expect(server.callsOf(readRetentionPeriods)).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Save and confirm' }))
  const periods = [
    { class: 'queue', days: 500 },
    { class: 'draft', days: 30 },
  ]
  // The version of the values that the manager saw, which the server refuses.
  await waitFor(() =>
    expect(server.callsOf(changeRetentionPeriods)).toEqual([{ place: 'GH', version: 1, periods }]),
  )
  const notice = await screen.findByText('Somebody else changed this meanwhile')
  expect(notice.closest('[role=alert]')).toHaveTextContent('Drafts of results, days: 60')
})

test('after the session has ended, typed values are restored, except passwords', async () => {
  const { user, close } = await openScreen('/login')
  await user.type(screen.getByLabelText('Email'), 'efua@home.test')
  await user.type(screen.getByLabelText('Password'), 'seven-green-tubes')
  history.replaceState(null, '', '/')
  keepForms()
  close()
  const { user: again, server } = await openScreen('/login', ({ refuses }) =>
    refuses(login, { code: 'wrong_credentials', message: 'Wrong' }),
  )
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('efua@home.test'))
  expect(screen.getByLabelText('Password')).toHaveValue('')
  await again.type(screen.getByLabelText('Password'), 'other-tubes')
  await again.click(screen.getByRole('button', { name: 'Log In' }))
  await waitFor(() =>
    expect(server.callsOf(login)).toEqual([{ email: 'efua@home.test', password: 'other-tubes' }]),
  )
  act(forgetForms)
})
