import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changeDhis2Line, readDhis2, readDhis2Tests } from '#contract/dhis2.ts'
import { openCallbacks } from '#contract/results.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const film = { code: 'MPS', name: 'Malaria film' }
const parasites = { code: 'PARASITES', name: 'Malaria parasites' }
const tests = [{ ...film, analytes: [{ ...parasites, options: ['None seen', 'Seen (+)'] }] }]
const id = '01900000-0000-7000-8000-0000000000e1'

test('a line that is changed shows its test and analyte, also if the tests are loaded after the screen', async () => {
  const line = {
    ...{ id, name: 'Malaria positive', dataElement: 'fbfJHSPpUQD', categoryOptionCombo: null, test: film },
    ...{ analyte: parasites, outcome: 'positive' as const, values: [], gender: null, version: 1 },
    ...{ fromAge: null, toAge: null },
  }
  let release = () => {}
  const { user, server } = await openScreen('/manager-dashboard/dhis2/settings', (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mabel Manager' })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(readDhis2, { connection: null, sites: [], lines: [line], hidden: 0, maySetUp: true })
    to.answers(readDhis2Tests, { tests })
    to.answers(changeDhis2Line, { message: 'Malaria positive is saved.' })
    release = to.holds(readDhis2Tests)
  })
  await user.click(await screen.findByRole('button', { name: 'Change Malaria positive' }))
  release()
  const dialog = within(await screen.findByRole('dialog'))
  await expect.poll(() => dialog.getByLabelText('Test')).toHaveDisplayValue('Malaria film')
  expect(dialog.getByLabelText(/Analyte/)).toHaveDisplayValue('Malaria parasites')
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await expect
    .poll(() => server.callsOf(changeDhis2Line))
    .toMatchObject([{ testCode: 'MPS', analyteCode: 'PARASITES' }])
})
