import { expect, test } from 'vitest'
import { readCatalogue } from '#contract/catalogue.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import {
  addExpertRule,
  addOrganism,
  changePanelOfGroup,
  readMicrobiology,
  setCultureTest,
  turnExpertRule,
} from '#contract/microbiology.ts'
import { openCallbacks } from '#contract/results.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

const now = '2026-03-09T08:30:00.000Z'
const setup: ResponseInput<typeof readMicrobiology> = {
  organisms: [
    {
      ...{ code: 'escherichia-coli', name: 'Escherichia coli', group: 'enterobacterales' },
      ...{ whonetCode: '', ended: false, version: 1 },
    },
  ],
  antibiotics: [
    { code: 'CRO', name: 'Ceftriaxone', class: '', ended: false, version: 1 },
    { code: 'MEM', name: 'Meropenem', class: '', ended: false, version: 1 },
  ],
  panels: [
    { group: 'enterobacterales', rows: [{ antibiotic: 'CRO', shown: 'always', after: [] }], version: 3 },
  ],
  breakpoints: null,
  rules: [
    {
      ...{ code: 'mrsa', appliesTo: 'staphylococcus', whenAntibiotic: 'CRO', whenCategory: 'R' },
      ...{ thenAntibiotics: ['MEM'], about: 'An example', isOn: false, version: 1 },
    },
  ],
  cultures: [{ test: 'UCUL', name: 'Urine Culture', specimen: 'urine', finalDay: 2, version: 1 }],
}
const prepare: Prepare = (to) => {
  signIn(to, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
  to.answers(openCallbacks, { now, visits: [], total: 0 })
  to.answers(readMicrobiology, setup)
  to.answers(readCatalogue, { tests: [], analytes: [] })
}
const open = () => openScreen('/manager-dashboard/catalogue/microbiology', prepare)

test('a breakpoint table needs its source and year', async () => {
  const { user } = await open()
  expect(await screen.findByText(/Breakpoints belong to their publishers/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add a table' }))
  expect(await screen.findByText('Enter the source and its year.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Use this table' })).toBeDisabled()
  await user.type(screen.getByLabelText('Source'), 'Example')
  await user.type(screen.getByLabelText('Year'), '2026')
  expect(screen.getByRole('button', { name: 'Use this table' })).toBeEnabled()
  await expectAccessible()
})

test('a panel gets an antibiotic that is only shown after another', async () => {
  const { user, server } = await open()
  server.answers(changePanelOfGroup, { message: 'Saved.' })
  await user.click(await screen.findByRole('button', { name: 'Change Enterobacterales' }))
  await user.type(await screen.findByRole('combobox', { name: 'Antibiotics' }), 'Mero{Enter}')
  await user.selectOptions(
    await screen.findByLabelText('When reports show Meropenem'),
    'If another antibiotic is not susceptible',
  )
  expect(screen.getByText('Choose the other antibiotic of each cascade.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Other antibiotic for Meropenem'), 'Ceftriaxone')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await expect
    .poll(() => server.callsOf(changePanelOfGroup))
    .toMatchObject([
      {
        version: 3,
        rows: [
          { antibiotic: 'CRO', shown: 'always', after: [] },
          { antibiotic: 'MEM', shown: 'cascade', after: ['CRO'] },
        ],
      },
    ])
})

test('an organism and an expert rule are added, and a rule is turned on', async () => {
  const { user, server } = await open()
  server.answers(addOrganism, { message: 'Added.', code: 'aeromonas' })
  server.answers(addExpertRule, { message: 'Added.', code: 'rule' })
  server.answers(turnExpertRule, { message: 'On.' })
  await user.click(await screen.findByRole('button', { name: 'Add an organism' }))
  await user.type(await screen.findByLabelText('Name'), 'Aeromonas')
  await user.selectOptions(screen.getByLabelText('Group'), 'Other organisms')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await expect
    .poll(() => server.callsOf(addOrganism))
    .toMatchObject([{ name: 'Aeromonas', group: 'other', whonetCode: '' }])
  await user.click(await screen.findByRole('button', { name: 'Add an expert rule' }))
  await user.selectOptions(await screen.findByLabelText('Organism or group'), 'Escherichia coli')
  await user.type(
    screen.getByRole('combobox', { name: 'Report these antibiotics as resistant' }),
    'Mero{Enter}{Escape}',
  )
  await user.type(screen.getByLabelText('Explanation and source'), 'An example')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await expect
    .poll(() => server.callsOf(addExpertRule))
    .toMatchObject([
      { appliesTo: 'escherichia-coli', whenAntibiotic: null, whenCategory: null, thenAntibiotics: ['MEM'] },
    ])
  await user.click(await screen.findByRole('button', { name: 'Turn on: An example' }))
  await expect.poll(() => server.callsOf(turnExpertRule)).toEqual([{ isOn: true, version: 1 }])
})

test('the final day of a culture is changed', async () => {
  const { user, server } = await open()
  server.answers(setCultureTest, { message: 'Saved.' })
  await user.click(await screen.findByRole('button', { name: 'Change Urine Culture' }))
  const day = await screen.findByLabelText('Day of the final reading')
  await user.clear(day)
  await user.type(day, '3')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await expect
    .poll(() => server.callsOf(setCultureTest))
    .toEqual([{ specimen: 'urine', finalDay: 3, version: 1 }])
})
