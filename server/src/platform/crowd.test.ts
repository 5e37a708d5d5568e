import { expect, it } from 'vitest'
import { noteRequest, watchCrowd } from './crowd.ts'

it('a rate of requests above the limit is a crowd', () => {
  for (let request = 0; request < 1_000; request++) noteRequest()
  const isCrowded = watchCrowd()
  expect(isCrowded()).toBe(false)
  for (let request = 0; request < 100_000; request++) noteRequest()
  expect(isCrowded()).toBe(true)
})
