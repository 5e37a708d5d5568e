import { expect, test } from 'vitest'
import { after, hours } from '#server/platform/clock.ts'
import { suitableTube } from './suitable-tube.ts'

const collectedAt = new Date('2026-03-10T08:00:00Z')
const edta = {
  accession: '1',
  status: 'received' as const,
  collection: 'blood' as const,
  tube: 'EDTA (purple/lavender), 2-4 mL',
  collectedAt,
  refrigeratedAt: null,
  aliquotOf: null,
}
const count = {
  collection: 'blood' as const,
  tube: 'EDTA (purple), 2 mL',
  stableHours: 8,
  stableColdHours: 24,
}
const found = (needs: Partial<typeof count>, tubes: (typeof edta)[], age: number) => {
  const answer = suitableTube({ ...count, ...needs }, tubes, after(collectedAt, hours(age)))
  return 'tube' in answer ? answer.tube.accession : answer.whyNone
}

test('a test is added to a tube of the same kind until the tube is too old at room temperature', () => {
  expect(found({}, [edta], 8)).toBe('1')
  expect(found({}, [edta], 9)).toBe('The tube is 9 h old, and can be used for 8 h.')
})

test('a tube can be used longer in the refrigerator if it was put there before it was too old', () => {
  const cold = (age: number) => [{ ...edta, refrigeratedAt: after(collectedAt, hours(age)) }] as never
  expect(found({}, cold(2), 24)).toBe('1')
  expect(found({}, cold(2), 25)).toBe('The tube is 25 h old, and can be used for 24 h.')
  expect(found({}, cold(10), 12)).toBe('The tube is 12 h old, and can be used for 8 h.')
})

test('no test is added to a tube of another kind, an aliquot, or a rejected or discarded tube', () => {
  for (const change of [
    { tube: 'SST (gold), 5 mL' },
    { collection: 'urine' },
    { status: 'rejected' },
    { status: 'discarded' },
    { aliquotOf: '2' },
  ]) {
    expect(found({}, [{ ...edta, ...change } as never], 1)).toBe(
      'There is no tube of the kind that this test needs.',
    )
  }
})

test('a test of unknown stability is not added to a tube', () => {
  expect(found({ stableHours: null as never, stableColdHours: null as never }, [edta], 1)).toBe(
    'The catalogue does not say how long a tube can be used for this test.',
  )
})

test('of several suitable tubes the latest is taken', () => {
  const later = { ...edta, accession: '2', collectedAt: after(collectedAt, hours(4)) }
  expect(found({}, [edta, later], 6)).toBe('2')
})
