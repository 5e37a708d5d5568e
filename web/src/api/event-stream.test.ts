import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventReader } from './event-stream.ts'

const text = [
  ': hello',
  '',
  'event: queue',
  'id: 41',
  'data: {"seq":41,',
  'data:  "reset":false}',
  '',
  ': still here',
  '',
  'data: plain',
  '',
  'event: end',
  'data',
  '',
  'event: queue',
  'id: 42',
  'data: cut off',
].join('\n')

const events = [
  { event: 'queue', id: '41', data: '{"seq":41,\n "reset":false}' },
  { event: 'message', id: '41', data: 'plain' },
  { event: 'end', id: '41', data: '' },
]

describe('a stream of events', () => {
  it('is read alike however the network cuts it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        const read = eventReader()
        const got = edges.slice(1).flatMap((end, index) => read(text.slice(edges[index], end)))
        expect(got).toEqual(events)
      }),
    )
  })

  it('keeps back an event whose end has not come', () => {
    const read = eventReader()
    expect(read('data: half')).toEqual([])
    expect(read(' of it\n')).toEqual([])
    expect(read('\n')).toEqual([{ event: 'message', id: '', data: 'half of it' }])
  })
})
