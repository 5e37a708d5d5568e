import { expect, it } from 'vitest'
import { pagesIn } from '../../../../tests/read-pdf.ts'
import { drawLabels } from './print-labels.ts'

const label = (fullName: string) => ({
  accession: '01260309000017',
  reference: 'ABCD1234',
  patient: { fullName, age: 34, gender: 'female' as const, number: 1 },
  specimen: 'Blood',
  tube: 'Lavender cap',
})
const pages = async (names: readonly string[], format: 'label' | 'a4') =>
  pagesIn(Buffer.from(await drawLabels(names.map(label), format)))

it('a label shows the full name in the letters of Ghana’s languages, and its number in digits below the bars', async () => {
  const [texts] = await pages(['Ɔdehyeɛ Ŋmɛ Dzigbɔdi'], 'label')
  expect(texts?.slice(0, 1)).toEqual(['Ɔdehyeɛ Ŋmɛ Dzigbɔdi'])
  expect(texts).toContain('01260309000017')
  expect(texts).toContain('Blood · Lavender cap')
})

it('a roll has a page for each label, a sheet forty labels on a page', async () => {
  const names = Array.from({ length: 41 }, (_, index) => `Ama ${index}`)
  expect(await pages(names, 'label')).toHaveLength(41)
  expect((await pages(names, 'a4')).map((texts) => texts.length / 4)).toEqual([40, 1])
})
