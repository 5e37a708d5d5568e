import { expect, test } from 'vitest'
import { readCatalogue } from '#contract/catalogue.ts'
import { listBreakdowns } from '#contract/instrument-breakdowns.ts'
import { listInstrumentEvents, listInstrumentLots, noteInstrumentEvent } from '#contract/instrument-care.ts'
import { listVerifications } from '#contract/instrument-verifications.ts'
import { listInstrumentMessages, readInstrument } from '#contract/instruments.ts'
import { openCallbacks } from '#contract/results.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000e1'
const longAgo = '2026-03-09T08:30:00.000Z'

type Codes = { code: string; analyte: string | null; held: number }[]

const openAnalyser = (codes: Codes) =>
  openScreen(`/analysers/${id}`, (server) => {
    // jsdom does not know the element.
    server.provokes(/The tag <%s> is unrecognized.* search/)
    signIn(server, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    server.answers(openCallbacks, { now: longAgo, visits: [], total: 0 })
    server.answers(listInstrumentEvents, { rows: [], nextCursor: null })
    server.answers(listBreakdowns, { rows: [], nextCursor: null })
    server.answers(listVerifications, { rows: [], nextCursor: null })
    server.answers(listInstrumentMessages, { rows: [], nextCursor: null })
    server.answers(readInstrument, {
      id,
      siteId: '01900000-0000-7000-8000-000000000051',
      site: 'Main',
      profile: 'astm',
      name: 'Sysmex',
      protocol: 'astm',
      way: 'listen',
      host: '',
      port: 5181,
      allowed: '',
      encoding: 'utf8',
      checksum: true,
      acknowledged: true,
      sampleAt: '',
      codeAt: 0,
      controlPattern: '',
      serialNumber: '',
      folder: '',
      tls: false,
      csv: null,
      sendsOrders: false,
      sendsPatient: false,
      state: 'live',
      version: 1,
      connectedAt: longAgo,
      heardAt: longAgo,
      messageAt: null,
      trouble: '',
      troubleAt: null,
      held: 0,
      outOfUse: null,
      careDue: null,
      codes: codes.map((one) => ({
        unit: '',
        factor: null,
        analyteName: one.analyte ?? '',
        analyteUnit: '',
        name: '',
        lastValue: '',
        ...one,
      })),
    })
  })

test('an analyser that is connected and has sent nothing for half an hour is shown as silent', async () => {
  await openAnalyser([])
  expect(await screen.findByText('Connected, silent')).toBeVisible()
})

test('codes that are not used are folded below the others; those with held values are not', async () => {
  const { user } = await openAnalyser([
    { code: 'WBC', analyte: 'WBC', held: 0 },
    { code: 'NEW', analyte: null, held: 2 },
    { code: 'P-LCR', analyte: null, held: 0 },
  ])
  expect(await screen.findByText('WBC', { selector: 'strong' })).toBeVisible()
  expect(screen.getByText('NEW')).toBeVisible()
  expect(screen.getByText('P-LCR')).not.toBeVisible()
  await user.click(screen.getByText('One code that is not used'))
  expect(screen.getByText('P-LCR')).toBeVisible()
})

test('a reagent lot is chosen from the opened lots of the stock, without typing its number', async () => {
  const { user, server } = await openAnalyser([{ code: 'WBC', analyte: 'WBC', held: 0 }])
  const lot = { id, item: 'Cell pack', number: 'CP-1', expiresOn: '2026-12-31', isUsable: true }
  server.answers(listInstrumentLots, { lots: [lot] })
  server.answers(readCatalogue, { analytes: [], tests: [] } as never)
  server.answers(noteInstrumentEvent, { message: 'The entry is added.' })
  await user.click(await screen.findByRole('button', { name: 'Add an entry' }))
  expect(await screen.findByLabelText(/^Lot number/)).toBeVisible()
  await user.selectOptions(screen.getByLabelText(/^Lot in stock/), id)
  expect(screen.queryByLabelText(/^Lot number/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The entry is added.')
  expect(server.callsOf(noteInstrumentEvent)).toMatchObject([{ kind: 'lot', stockLot: id, lot: '' }])
})
