import { expect, test } from 'vitest'
import type { CultureForm } from '#contract/cultures.ts'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import { bodyOf, draftOf, judgedOf, newIsolate, whyNotSave, withPanel } from './culture-draft.ts'

const setup: MicrobiologySetup = {
  organisms: [
    {
      code: 'escherichia-coli',
      name: 'Escherichia coli',
      group: 'enterobacterales',
      whonetCode: '',
      ended: false,
      version: 1,
    },
    {
      code: 'candida-albicans',
      name: 'Candida albicans',
      group: 'yeast',
      whonetCode: '',
      ended: false,
      version: 1,
    },
  ],
  antibiotics: [],
  panels: [
    {
      group: 'enterobacterales',
      rows: [
        { antibiotic: 'CRO', shown: 'always', after: [] },
        { antibiotic: 'MEM', shown: 'cascade', after: ['CRO'] },
        { antibiotic: 'COL', shown: 'always', after: [] },
      ],
      version: 1,
    },
  ],
  breakpoints: {
    ...{ version: 1, source: 'Example', year: 2026, notation: 'exclusive', note: '' },
    ...{ addedBy: 'Mabel', addedAt: '2026-03-09T08:30:00.000Z' },
    rows: (['CRO', 'MEM', 'COL'] as const).map((antibiotic, index) => ({
      ...{ line: index + 2, appliesTo: 'enterobacterales', antibiotic, specimen: '' as const, disk: '' },
      ...(antibiotic === 'COL'
        ? { method: 'mic' as const, susceptible: 2, resistant: 2 }
        : { method: 'zone' as const, susceptible: 25, resistant: 22 }),
    })),
  },
  rules: [],
  cultures: [],
}
const isolate = { ...newIsolate([]), organism: 'escherichia-coli', amount: 'heavy' as const }

test('an organism brings the panel of its group, with the method that the breakpoints have', () => {
  const rows = withPanel([], 'escherichia-coli', setup)
  expect(rows.map(({ antibiotic, method }) => [antibiotic, method])).toEqual([
    ['CRO', 'zone'],
    ['MEM', 'zone'],
    ['COL', 'mic'],
  ])
  const typed = rows.map((row) => (row.antibiotic === 'CRO' ? { ...row, text: '20' } : row))
  expect(withPanel(typed, 'candida-albicans', setup)).toMatchObject([{ antibiotic: 'CRO', text: '20' }])
})

test('what is typed is judged as it will be saved', () => {
  const rows = withPanel([], 'escherichia-coli', setup).map((row) => ({
    ...row,
    text: { CRO: '20', MEM: '30', COL: '<=0.5' }[row.antibiotic] ?? '',
  }))
  const judged = judgedOf({ ...isolate, rows }, 'blood', setup)
  expect(judged.get('CRO')).toMatchObject({ result: 'R', isShown: true })
  expect(judged.get('MEM')).toMatchObject({ result: 'S', isShown: true })
  expect(judged.get('COL')).toMatchObject({ result: 'S' })
  const draft = {
    values: { 'CULTURE-GROWTH': 'Heavy growth', 'CULTURE-GRAM': ' ' },
    isolates: [{ ...isolate, rows }],
  }
  expect(whyNotSave(draft)).toBeNull()
  const body = bodyOf(draft, 'interim', 4)
  expect(body).toMatchObject({
    values: { 'CULTURE-GROWTH': 'Heavy growth' },
    stage: 'interim',
    revision: 4,
    isolates: [
      { number: 1, organism: 'escherichia-coli', antibiogram: [{}, {}, { measure: { comparator: '<=' } }] },
    ],
  })
})

test('a saved reading comes back as it was typed', () => {
  const form: CultureForm = {
    ...{ id: 't', testCode: 'BCUL', specimen: 'blood', revision: 1, stage: 'reading', day: 1, finalDay: 5 },
    ...{ inoculatedAt: null, interim: false, lastRead: null },
    isolates: [
      {
        ...{ number: 1, organism: 'escherichia-coli', amount: '', comment: '' },
        antibiogram: [
          {
            ...{
              antibiotic: 'COL',
              measure: { method: 'mic', comparator: '<=', value: 0.5 },
              category: null,
            },
            ...{ shown: false, result: 'S', origin: 'breakpoint', isShown: false },
          },
        ],
      },
    ],
  }
  const { isolates } = draftOf(form, {}, setup)
  expect(isolates[0]?.rows.at(-1)).toEqual({ antibiotic: 'COL', method: 'mic', text: '<=0.5', shown: false })
})

test('a reading without values, without an organism, or with an unreadable cell is not saved', () => {
  const values = { 'CULTURE-GROWTH': 'Heavy growth' }
  expect(whyNotSave({ values: {}, isolates: [] })).toBe('values')
  expect(whyNotSave({ values, isolates: [newIsolate([])] })).toBe('organism')
  const rows = [{ antibiotic: 'CRO', method: 'zone' as const, text: '2O', shown: null }]
  expect(whyNotSave({ values, isolates: [{ ...isolate, rows }] })).toBe('cell')
})
