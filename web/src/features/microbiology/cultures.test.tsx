import { expect, test } from 'vitest'
import { readTask } from '#contract/bench.ts'
import { listCultures, readCulture, saveCulture } from '#contract/cultures.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import { readMicrobiology } from '#contract/microbiology.ts'
import { openCallbacks, type ResultForm, readResults, saveDraft } from '#contract/results.ts'
import { lotsOfTasks } from '#contract/stock.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000b1'
const now = '2026-03-09T08:30:00.000Z'
const patient = { fullName: 'Esi Addo', age: 41, gender: 'female' as const }
const row: ResponseInput<typeof listCultures>['rows'][number] = {
  ...{ id, test: 'Urine Culture', accession: '01260308000012', specimen: 'urine', site: 'Main', patient },
  ...{ status: 'in_progress', stage: null, day: 1, finalDay: 2, urgent: false, toRead: true, interim: false },
  ...{ waitsForRelease: false, lastRead: null, organisms: [] },
}
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
    {
      group: 'enterobacterales',
      rows: [
        { antibiotic: 'CRO', shown: 'always', after: [] },
        { antibiotic: 'MEM', shown: 'cascade', after: ['CRO'] },
      ],
      version: 1,
    },
  ],
  breakpoints: {
    ...{ version: 1, source: 'Example', year: 2026, notation: 'exclusive', note: '' },
    ...{ addedBy: 'Mabel Manager', addedAt: now },
    rows: (['CRO', 'MEM'] as const).map((antibiotic, index) => ({
      ...{ line: index + 2, appliesTo: 'enterobacterales', antibiotic, specimen: '' as const },
      ...{ method: 'zone' as const, disk: '', susceptible: 22, resistant: 18 },
    })),
  },
  rules: [],
  cultures: [],
}
const analyte = {
  ...{ unit: '', decimals: null, lowest: null, highest: null, calculated: false, formula: null },
  ...{ range: null, previous: null, entered: null, measured: null },
}
function answerResults(to: Parameters<Prepare>[0], draft: ResultForm['draft'], resultsRevision = 0): void {
  to.answers(readResults, {
    ...{ taskId: id, status: 'in_progress', repeats: [], reflex: [], draft, callbacks: [], resultsRevision },
    ...{ saved: null, enteredBy: null, releasedAt: null, correctionReason: null, inReport: false },
    ...{ whyNotEnter: null, whyNotRepeat: null, whyNotRelease: null, outOfUse: [], onPaper: null },
    analytes: [
      {
        ...{ ...analyte, code: 'URINE-CULTURE-GROWTH', name: 'Growth', kind: 'coded' },
        options: ['No growth', '100,000 CFU/mL or more'],
      },
    ],
  })
}
const prepare: Prepare = (to) => {
  signIn(to, { ...ama, role: 'technician', fullName: 'Maya Microbiologist' })
  to.answers(openCallbacks, { now, visits: [], total: 0 })
  to.answers(listCultures, { rows: [row] })
  to.answers(lotsOfTasks, { lots: [] })
  to.answers(readMicrobiology, setup)
  to.answers(readCulture, {
    ...{ id, testCode: 'UCUL', specimen: 'urine', revision: 0, stage: null, inoculatedAt: now, day: 1 },
    ...{ finalDay: 2, interim: false, lastRead: null, isolates: [] },
  })
  to.answers(saveDraft, { revision: 1 })
  answerResults(to, null)
  to.answers(readTask, {
    patient: { ...patient, personNumber: '1000012' },
    ...{
      id,
      title: 'Urine Culture',
      status: 'in_progress',
      priority: 'normal',
      reference: 'ABCD1234',
    },
    ...{
      accession: '01260308000012',
      tube: 'Sterile container',
      sampleStatus: 'received',
      requestedBy: 'Esi Addo',
    },
    ...{
      requestedDate: now,
      dueAt: now,
      claimedBy: null,
      mine: false,
      ofOtherSpecialty: false,
      startedAt: now,
    },
    ...{ completedAt: null, whyNotStart: null, whyNotComplete: null, whyNotPutBack: null, description: '' },
    ...{
      instructions: '',
      equipment: [],
      specimen: 'Urine',
      estimatedDuration: 15,
      visitId: id,
      sampleId: id,
    },
    ...{ isCulture: true, isConfidential: false, isRapid: false, referral: null, notes: [], history: [] },
  })
}

test('the bench says which cultures are read today, and opens one by its number', async () => {
  const { user } = await openScreen('/cultures', prepare)
  expect(await screen.findByText('1 culture to read today')).toBeVisible()
  await user.type(
    await screen.findByLabelText('Scan a plate, or type its sample number'),
    '01260308000012{Enter}',
  )
  expect(await screen.findByRole('heading', { name: 'Urine Culture, Esi Addo' })).toBeVisible()
})

test('a category shows while a zone is typed, Enter goes on, and the reading is saved as interim', async () => {
  const { user, server } = await openScreen(`/cultures/${id}`, prepare)
  server.answers(saveCulture, { message: 'Saved.', revision: 1 })
  await user.click(await screen.findByRole('button', { name: 'Add an isolate' }))
  await user.selectOptions(await screen.findByLabelText('Organism'), 'Escherichia coli')
  const zone = screen.getByLabelText('Ceftriaxone, value or category')
  await user.type(zone, '30')
  expect(await screen.findByText('S')).toBeVisible()
  await user.keyboard('{Enter}25')
  expect(screen.getByLabelText('Meropenem, value or category')).toHaveValue('25')
  expect(screen.getByLabelText('Meropenem in the report')).not.toBeChecked()
  await user.clear(zone)
  await user.type(zone, '12')
  expect(await screen.findByText('R')).toBeVisible()
  expect(screen.getByLabelText('Meropenem in the report')).toBeChecked()
  expect(screen.getByText('Enter the growth first.')).toBeVisible()
  await user.selectOptions(screen.getAllByLabelText('Growth')[0] as HTMLElement, '100,000 CFU/mL or more')
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Save as interim report' }))
  await expect
    .poll(() => server.callsOf(saveCulture))
    .toMatchObject([
      {
        stage: 'interim',
        revision: 0,
        values: { 'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more' },
        isolates: [
          {
            organism: 'escherichia-coli',
            antibiogram: [
              { antibiotic: 'CRO', measure: { method: 'zone', value: 12 }, shown: null },
              { antibiotic: 'MEM', measure: { method: 'zone', value: 25 }, shown: null },
            ],
          },
        ],
      },
    ])
})

test('a final report before the final day is asked about first', async () => {
  const { user, server } = await openScreen(`/cultures/${id}`, prepare)
  server.answers(saveCulture, { message: 'Saved.', revision: 1 })
  await user.selectOptions(await screen.findByLabelText('Growth'), 'No growth')
  await user.click(screen.getByRole('button', { name: 'Save as final report' }))
  expect(await screen.findByText('Save a final report before the final day?')).toBeVisible()
  expect(server.callsOf(saveCulture)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save final report' }))
  await expect.poll(() => server.callsOf(saveCulture)).toMatchObject([{ stage: 'final', isolates: [] }])
})

test('a reading that was typed and not saved is there again, with its isolates', async () => {
  const typed = {
    'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more',
    ...{ '1.organism': 'escherichia-coli', '1.amount': 'from_1e5', '1.comment': 'Two colony types' },
    ...{ '1.CRO': '12', '1.CRO.method': 'zone' },
  }
  const { user, server } = await openScreen(`/cultures/${id}`, (to) => {
    prepare(to)
    answerResults(to, { typed, revision: 3, resultsRevision: 0, updatedAt: now })
  })
  expect(await screen.findByLabelText('Organism')).toHaveValue('escherichia-coli')
  expect(screen.getByLabelText('Ceftriaxone, value or category')).toHaveValue('12')
  expect(screen.getByLabelText('Comment')).toHaveValue('Two colony types')
  expect(screen.getByText(/Kept on the server/)).toBeVisible()
  await user.type(screen.getByLabelText('Meropenem, value or category'), '25')
  await expect
    .poll(() => server.callsOf(saveDraft).at(-1))
    .toMatchObject({ typed: { ...typed, '1.MEM': '25', '1.MEM.method': 'zone' }, revision: 3 })
  server.answers(saveDraft, { revision: 5 })
  server.answers(saveCulture, { message: 'Saved.', revision: 1 })
  await user.click(screen.getByRole('button', { name: 'Remove isolate 1' }))
  await expect
    .poll(() => server.callsOf(saveDraft).at(-1))
    .toMatchObject({ typed: { 'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more' }, revision: 1 })
  await user.click(screen.getByRole('button', { name: /Save reading/ }))
  await expect.poll(() => server.callsOf(saveCulture)).toMatchObject([{ isolates: [], draft: 5 }])
})

test('a save at which the server fails is repeated at once, and not again without a pause', async () => {
  const { user, server } = await openScreen(`/cultures/${id}`, (to) => {
    prepare(to)
    const typed = { 'URINE-CULTURE-GROWTH': 'No growth' }
    answerResults(to, { typed, revision: 1, resultsRevision: 0, updatedAt: now })
  })
  server.refuses(saveCulture, { code: 'internal', message: 'The server failed.' })
  await user.click(await screen.findByRole('button', { name: 'Save as interim report' }))
  await expect.poll(() => server.callsOf(saveCulture).length).toBeGreaterThan(1)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(server.callsOf(saveCulture)).toHaveLength(2)
})

test('a reading that another person saved meanwhile is shown beside what was typed', async () => {
  const typed = { 'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more', '1.organism': 'escherichia-coli' }
  await openScreen(`/cultures/${id}`, (to) => {
    prepare(to)
    to.answers(readCulture, {
      ...{
        id,
        testCode: 'UCUL',
        specimen: 'urine',
        revision: 1,
        stage: 'reading',
        inoculatedAt: now,
        day: 1,
      },
      ...{ finalDay: 2, interim: false, lastRead: null, isolates: [] },
    })
    answerResults(to, { typed, revision: 1, resultsRevision: 0, updatedAt: now }, 1)
  })
  expect(await screen.findByText(/saved results of this test meanwhile/)).toBeVisible()
  expect(screen.getByRole('rowheader', { name: 'Isolate 1: Organism' })).toBeVisible()
  expect(screen.getByRole('cell', { name: /Escherichia coli/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Combine both, mine first' })).toBeNull()
  expect(screen.getByRole('button', { name: /Save reading/ })).toBeDisabled()
  await expectAccessible()
})
