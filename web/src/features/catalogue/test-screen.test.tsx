import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  type CatalogueTest,
  changePanel,
  readCatalogue,
  readCatalogueTest,
  updateCatalogueTest,
} from '#contract/catalogue.ts'
import { openCallbacks } from '#contract/results.ts'
import { ama, openScreen, type Server, screen, signIn } from '../../testing/open-screen.tsx'

const analyte: CatalogueTest['analytes'][number] = {
  code: 'HB',
  name: 'Haemoglobin',
  kind: 'quantity',
  unit: 'g/dL',
  decimals: 1,
  interval: {
    version: 1,
    validFrom: '2026-01-01T00:00:00.000Z',
    ranges: [],
    normalOptions: null,
    criticalOptions: null,
    source: '',
    state: 'none',
    confirmedBy: null,
    confirmedAt: null,
  },
}
const fbc: CatalogueTest = {
  code: 'FBC',
  version: 3,
  name: 'Full Blood Count',
  label: 'Full Blood Count',
  about: 'Counts the cells of the blood.',
  specimen: 'EDTA blood',
  collection: 'blood',
  preparation: '',
  fasting: false,
  turnaroundHours: 4,
  tube: 'EDTA',
  instructions: '',
  equipment: ['Analyser', 'Mixer'],
  expectedMinutes: 20,
  stableHours: 24,
  stableColdHours: null,
  confidential: false,
  rapidTests: null,
  method: '',
  instrument: '',
  specialty: null,
  bookable: true,
  panelVersion: 7,
  aliases: [],
  analytes: [analyte],
  history: [],
}
const wbc = { ...analyte, code: 'WBC', name: 'White cells' }

const open = (prepare: (server: Server) => void) =>
  openScreen('/manager-dashboard/catalogue/tests/FBC', (server) => {
    signIn(server, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    server.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    server.answers(readCatalogue, {
      tests: [{ ...fbc, analytes: ['HB'] }],
      analytes: [analyte, wbc],
    })
    server.answers(readCatalogueTest, fbc)
    prepare(server)
  })
const behind = { code: 'changed_meanwhile', message: 'Somebody changed it' } as const

test('saving a test sends the values of the fields, and changes of another person are shown beside them', async () => {
  const { user, server } = await open(({ refuses }) => refuses(updateCatalogueTest, behind))
  const hours = await screen.findByLabelText('Turnaround time (hours)')
  expect(hours).toHaveValue('4')
  expect(screen.getByLabelText(/^Equipment/)).toHaveValue('Analyser\nMixer')
  await user.clear(hours)
  await user.type(hours, '2,5')
  await user.type(screen.getByLabelText('Reason for the change'), 'A faster analyser')
  server.answers(readCatalogueTest, { ...fbc, tube: 'Citrate', version: 4 })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const notice = await screen.findByText('Somebody else changed this meanwhile')
  expect(notice.closest('[role=alert]')).toHaveTextContent('Tube: Citrate')
  server.answers(updateCatalogueTest, { message: 'Saved', test: { ...fbc, version: 5 } })
  await user.click(screen.getByRole('button', { name: 'Continue with what I typed' }))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() =>
    expect(server.callsOf(updateCatalogueTest)).toMatchObject([
      { follows: 3 },
      {
        follows: 4,
        turnaroundHours: 2.5,
        equipment: ['Analyser', 'Mixer'],
        specialty: null,
        stableHours: 24,
      },
    ]),
  )
})

test('saving a panel again does not overwrite the change of another person', async () => {
  const { user, server } = await open(({ refuses }) => refuses(changePanel, behind))
  await user.click(await screen.findByRole('button', { name: 'Change the panel' }))
  await user.type(screen.getByLabelText('Analytes'), 'white{Enter}')
  const [reason] = screen.getAllByLabelText('Reason for the change')
  await user.type(reason as HTMLElement, 'Asked for by doctors')
  server.answers(readCatalogueTest, { ...fbc, panelVersion: 8 })
  const save = screen.getByRole('button', { name: 'Save the panel' })
  await user.click(save)
  await screen.findByText('Somebody changed it')
  await user.click(save)
  await waitFor(() =>
    expect(server.callsOf(changePanel)).toMatchObject([
      { follows: 7, analytes: ['HB', 'WBC'] },
      { follows: 7, analytes: ['HB', 'WBC'] },
    ]),
  )
})
