import { expect, test } from 'vitest'
import {
  compareMessage,
  readVerification,
  signVerification,
  type VerificationDetail,
} from '#contract/instrument-verifications.ts'
import { listInstrumentMessages, readInstrumentMessage } from '#contract/instruments.ts'
import { openCallbacks } from '#contract/results.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000e1'
const verification = '01900000-0000-7000-8000-0000000000e2'
const message = '01900000-0000-7000-8000-0000000000e3'
const at = '2026-03-09T08:30:00.000Z'

const value = (position: number, code: string, more: object = {}) => ({
  ...{ position, code, sample: '01260309000018', name: '', value: '6.10', unit: '10*9/L', flags: [] },
  ...{ measuredAt: at, operator: '', comment: '', state: 'held', reason: 'unknown_sample', analyte: '' },
  ...{ becomes: '', ...more },
})

const openVerification = (detail: Partial<VerificationDetail> = {}) =>
  openScreen(`/analysers/${id}/verifications/${verification}`, (server) => {
    // jsdom does not know the element.
    server.provokes(/The tag <%s> is unrecognized.* search/)
    signIn(server, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    server.answers(openCallbacks, { now: at, visits: [], total: 0 })
    const one = {
      id: message,
      receivedAt: at,
      state: 'trial',
      times: 1,
      size: 9,
      values: 0,
      held: 0,
    } as const
    server.answers(listInstrumentMessages, {
      rows: [one, { ...one, id, state: 'cut' }],
      nextCursor: null,
    })
    server.answers(readInstrumentMessage, {
      ...{ ...one, peer: '', text: '', isCutShort: false },
      becoming: [
        value(0, 'WBC'),
        value(1, 'P-LCR', { state: 'unused' }),
        value(2, 'HGB', { unit: 'g/L' }),
      ] as never,
    })
    server.answers(readVerification, {
      ...{
        id: verification,
        state: 'open',
        startedAt: at,
        startedBy: 'Kofi Connects',
        compared: 0,
        version: 3,
      },
      ...{ signed: null, abandoned: null, comparisons: [], notCompared: [], instrument: 'Counter' },
      mapping: {
        profile: 'sysmex-xn',
        protocol: 'astm',
        serialNumber: '',
        settingsVersion: 2,
        version: '0123456789ab',
      },
      whyNotSign: 'Compare at least one value first.',
      ...detail,
    })
    server.answers(compareMessage, { message: 'The entries are saved and compared.' })
    server.answers(signVerification, { message: 'The verification is signed. Its PDF is kept.' })
  })

test('the values that the analyser showed are entered without sight of the received values', async () => {
  const { user, server } = await openVerification()
  await user.selectOptions(await screen.findByLabelText('Message'), message)
  expect(await screen.findByLabelText(/^WBC/)).toBeVisible()
  expect(screen.queryByLabelText(/^P-LCR/)).toBeNull()
  expect(screen.queryByText('6.10')).toBeNull()
  await user.type(screen.getByLabelText(/^HGB/), '12.9')
  await user.clear(screen.getByLabelText(/^Unit of HGB/))
  await user.type(screen.getByLabelText(/^Unit of HGB/), 'g/dL')
  await user.click(screen.getByRole('button', { name: 'Save and compare' }))
  expect((await screen.findAllByText('Enter the sample number')).length).toBeGreaterThan(0)
  expect(server.callsOf(compareMessage)).toHaveLength(0)
  await user.type(screen.getByLabelText(/^Sample number that the analyser shows/), '01260309000018')
  await user.click(screen.getByRole('button', { name: 'Save and compare' }))
  await screen.findByText('The entries are saved and compared.')
  expect(server.callsOf(compareMessage)).toEqual([
    { version: 3, values: [{ position: 2, sample: '01260309000018', value: '12.9', unit: 'g/dL' }] },
  ])
})

test('a verification is signed after a question, and only if every value agrees', async () => {
  await openVerification()
  expect(await screen.findByRole('button', { name: 'Sign' })).toBeDisabled()
  expect(screen.getByText('Compare at least one value first.')).toBeInTheDocument()
})

test('a signed verification whose mapping was changed says so', async () => {
  await openVerification({
    state: 'signed',
    signed: { at, by: 'Mansa Manager', sha256: 'ab', isOutdated: true },
  })
  expect(await screen.findByText('Outdated')).toBeVisible()
  expect(screen.getByText(/were changed after the signature/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open the PDF' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Sign' })).toBeNull()
})
