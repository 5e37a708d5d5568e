import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { analyteWords } from './analyte-words.ts'

const { analytes } = JSON.parse(
  readFileSync(new URL('../../../../../server/data/analytes.json', import.meta.url), 'utf8'),
) as { analytes: { code: string }[] }

it('has plain words for every analyte of the catalogue', () => {
  expect(analytes.map(({ code }) => code).filter((code) => analyteWords(code) === null)).toEqual([])
})

it('keeps each to one short sentence', () => {
  for (const { code } of analytes) expect(analyteWords(code)?.about).toMatch(/^[A-Z][^.]{9,89}\.$/)
})

it('has none for what it does not know', () => {
  expect(analyteWords('HOUSE-SPECIAL')).toBeNull()
})
