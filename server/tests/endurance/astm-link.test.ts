import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversation, faultOf } from '../astm-conversation.ts'

describe('the link of an analyser', () => {
  it('in 100,000 conversations over a bad line each message arrives once or its sender learns of the failure', () => {
    for (const perRecord of [false, true]) {
      fc.assert(
        fc.property(conversation({ checksum: true, acknowledged: true, perRecord }), (talk) => {
          expect(faultOf(talk)).toBeNull()
        }),
        { numRuns: 50_000 },
      )
    }
  })
})
