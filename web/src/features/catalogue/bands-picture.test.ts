import { expect, it } from 'vitest'
import { domainOf, panelsOf, placeOfAge } from './bands-picture.ts'

it('both sexes share a panel where they have the same bands', () => {
  const child = { sex: 'any' as const, ageMaxYears: 12, low: 1 }
  expect(panelsOf([child]).map(({ title }) => title)).toEqual(['Any sex'])
  const woman = { sex: 'female' as const, ageMinYears: 12, low: 1 }
  expect(panelsOf([child, woman]).map(({ title }) => title)).toEqual(['Male', 'Female'])
  const phase = { ...woman, condition: 'luteal' }
  expect(panelsOf([child, phase]).map(({ title }) => title)).toEqual(['Any sex', 'Female, luteal'])
})

it('ages without a band and with two are seen', () => {
  const [panel] = panelsOf([
    { sex: 'any', ageMinYears: 1, ageMaxYears: 6, low: 1 },
    { sex: 'any', ageMinYears: 8, ageMaxYears: 20, low: 1 },
    { sex: 'any', ageMinYears: 18, low: 1 },
  ])
  expect(panel?.gaps).toEqual([{ from: 6, to: 8 }])
  expect(panel?.overlaps).toEqual([{ from: 18, to: 20 }])
})

it('children have room, and nothing lies beyond the edge', () => {
  expect([placeOfAge(0), placeOfAge(25), placeOfAge(100), placeOfAge(130)]).toEqual([0, 0.5, 1, 1])
})

it('the height fits what is drawn', () => {
  expect(domainOf([])).toBeNull()
  expect(domainOf([1, 11])).toEqual({ bottom: 0, top: 12.2 })
  expect(domainOf([0, 0])).toEqual({ bottom: 0, top: 0.12 })
})
