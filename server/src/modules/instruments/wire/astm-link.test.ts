import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversation, faultOf } from '../../../../tests/astm-conversation.ts'
import { ACK, checksumOf, ENQ, EOT, framesOf, NAK, STX } from './astm-frame.ts'
import { type Effect, openAstmLink } from './astm-link.ts'

const usual = { checksum: true, acknowledged: true, perRecord: false, most: 1_000 }
const message = Buffer.from('H|\\^&\rL|1|N\r', 'latin1')
const [frame = Buffer.alloc(0)] = framesOf(message, usual)
const written = (effects: readonly Effect[]) =>
  Buffer.concat(effects.flatMap((effect) => (effect.do === 'write' ? [effect.bytes] : [])))
const received = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.do === 'receive' ? [effect] : []))

describe('the link of an analyser', () => {
  it('a frame has the checksum of the standard', () => {
    // 1 + H|\^& + CR + … as the sum of its bytes modulo 256.
    const body = Buffer.from('1H|\\^&\rL|1|N\r\x03', 'latin1')
    expect(frame.toString('latin1')).toBe(`\x02${body.toString('latin1')}${checksumOf(body)}\r\n`)
    expect(checksumOf(Buffer.from('1Test\x03', 'latin1'))).toBe('D4')
  })

  it('frame numbers go from 1 to 7, then 0, and only the last frame ends with ETX', () => {
    const frames = framesOf(Buffer.alloc(240 * 9 + 1, 'A'), usual)
    expect(frames.map((one) => String.fromCharCode(one[1] ?? 0)).join('')).toBe('1234567012')
    expect(frames.map((one) => one.includes(3))).toEqual([...Array(9).fill(false), true])
  })

  it('the last frame is acknowledged only after the message is stored', () => {
    const host = openAstmLink({ ...usual, role: 'host' })
    expect(written(host.receive(Buffer.of(ENQ), 0))).toEqual(Buffer.of(ACK))
    const effects = host.receive(frame, 10)
    expect(received(effects)).toEqual([{ do: 'receive', message, end: 'terminator' }])
    expect(written(effects)).toHaveLength(0)
    expect(written(host.settle(true, 20))).toEqual(Buffer.of(ACK))
  })

  it('a message that could not be stored is refused, and accepted when it is sent again', () => {
    const host = openAstmLink({ ...usual, role: 'host' })
    host.receive(Buffer.of(ENQ), 0)
    host.receive(frame, 10)
    expect(written(host.settle(false, 20))).toEqual(Buffer.of(NAK))
    expect(received(host.receive(frame, 30))).toHaveLength(1)
    expect(written(host.settle(true, 40))).toEqual(Buffer.of(ACK))
  })

  it('a retransmitted frame is acknowledged again and counts once', () => {
    const host = openAstmLink({ ...usual, role: 'host' })
    host.receive(Buffer.of(ENQ), 0)
    host.receive(frame, 1)
    host.settle(true, 2)
    const again = host.receive(frame, 3)
    expect(received(again)).toEqual([])
    expect(written(again)).toEqual(Buffer.of(ACK))
  })

  it('a wrong checksum is refused, unless the link has no checksums', () => {
    const wrong = Buffer.from(frame)
    wrong[wrong.length - 4] = 0x5a
    const strict = openAstmLink({ ...usual, role: 'host' })
    strict.receive(Buffer.of(ENQ), 0)
    expect(written(strict.receive(wrong, 1))).toEqual(Buffer.of(NAK))
    const lenient = openAstmLink({ ...usual, checksum: false, role: 'host' })
    lenient.receive(Buffer.of(ENQ), 0)
    expect(received(lenient.receive(wrong, 1))).toHaveLength(1)
  })

  it('a link without acknowledgements takes all frames of a message, and answers the bid alone', () => {
    const host = openAstmLink({ ...usual, acknowledged: false, role: 'host' })
    const long = Buffer.from(`H|\\^&\r${'R|1|^^^WBC|6.1\r'.repeat(40)}L|1|N\r`, 'latin1')
    const bytes = Buffer.concat([Buffer.of(ENQ), ...framesOf(long, usual), Buffer.of(EOT)])
    const effects = host.receive(bytes, 0)
    expect(received(effects)).toEqual([{ do: 'receive', message: long, end: 'terminator' }])
    expect(written(effects)).toEqual(Buffer.of(ACK))
    expect(written(host.settle(true, 1))).toHaveLength(0)
  })

  it('a sender reports a failure after six refusals of a frame', () => {
    const instrument = openAstmLink({ ...usual, role: 'instrument' })
    instrument.send('a', message, 0)
    let effects = instrument.receive(Buffer.of(ACK), 1)
    for (let refused = 0; refused < 6; refused++) {
      expect(written(effects)).toEqual(frame)
      effects = instrument.receive(Buffer.of(NAK), 2 + refused)
    }
    expect(written(effects)).toEqual(Buffer.of(EOT))
    expect(effects).toContainEqual({ do: 'failed', id: 'a', why: 'refused' })
  })

  it('a sender times out after 15 seconds without an answer, a receiver after 30', () => {
    const instrument = openAstmLink({ ...usual, role: 'instrument' })
    instrument.send('a', message, 0)
    expect(instrument.tick(14_999)).toEqual([])
    expect(instrument.tick(15_000)).toContainEqual({ do: 'failed', id: 'a', why: 'no answer' })
    const host = openAstmLink({ ...usual, role: 'host' })
    host.receive(Buffer.of(ENQ), 0)
    expect(host.tick(29_999)).toEqual([])
    expect(host.tick(30_000)).toContainEqual({ do: 'complain', about: 'silence' })
  })

  it('if both ends bid at once, the instrument gets the line', () => {
    const [instrument, host] = [
      openAstmLink({ ...usual, role: 'instrument' }),
      openAstmLink({ ...usual, role: 'host' }),
    ]
    instrument.send('a', message, 0)
    host.send('b', message, 0)
    expect(written(instrument.receive(Buffer.of(ENQ), 1))).toHaveLength(0)
    expect(written(host.receive(Buffer.of(ENQ), 1))).toHaveLength(0)
    expect(written(instrument.tick(1_001))).toEqual(Buffer.of(ENQ))
    expect(written(host.receive(Buffer.of(ENQ), 1_002))).toEqual(Buffer.of(ACK))
  })

  it('a message above the size limit is refused', () => {
    const host = openAstmLink({ ...usual, most: 300, role: 'host' })
    const [one = frame, two = frame] = framesOf(Buffer.alloc(400, 'A'), usual)
    host.receive(Buffer.of(ENQ), 0)
    expect(written(host.receive(one, 1))).toEqual(Buffer.of(ACK))
    expect(host.receive(two, 2)).toContainEqual({ do: 'complain', about: 'too long' })
  })

  it('a message without a terminator record ends with the transmission, unless the sender breaks off', () => {
    const text = 'H|\\^&\rO|1|7\rR|1|^^^GLU|5.1\r'
    const frames = (of: string, how = usual) => framesOf(Buffer.from(of), { ...how, perRecord: true })
    const endOf = (bytes: readonly Buffer[], ...last: number[]) => {
      const host = openAstmLink({ ...usual, role: 'host' })
      host.receive(Buffer.of(ENQ), 0)
      for (const [index, one] of bytes.entries()) host.receive(one, index + 1)
      return received(host.receive(Buffer.of(...last), 9)).map((effect) => 'end' in effect && effect.end)
    }
    expect(endOf(frames(text), EOT)).toEqual(['eot'])
    // The last frame was refused, is incomplete, or ends in the middle of a record; or there is nothing after the header.
    const refused = Buffer.from('\u00022R|1\u000300\r\n', 'latin1')
    expect(endOf([...frames(text), refused], EOT)).toEqual(['cut'])
    expect(endOf(frames(text), STX, 0x34, EOT)).toEqual(['cut'])
    expect(endOf(frames(text.slice(0, -1)), EOT)).toEqual(['cut'])
    expect(endOf(frames('H|\\^&\r'), EOT)).toEqual(['cut'])
    expect(endOf(frames(text), ENQ, ENQ)).toEqual([])
  })

  it('the end of a message beyond the limit is not taken for a message', () => {
    const host = openAstmLink({ ...usual, most: 300, role: 'host' })
    const [one = frame, two = frame] = framesOf(Buffer.from(`H|\\^&\r${'A'.repeat(300)}\rL|1|N\r`), usual)
    host.receive(Buffer.of(ENQ), 0)
    host.receive(one, 1)
    for (let tried = 0; tried < 6; tried++) {
      const effects = host.receive(two, 2 + tried)
      expect(written(effects)).toEqual(Buffer.of(NAK))
      expect(received(effects)).toEqual([])
    }
    expect(received(host.receive(Buffer.of(EOT, ENQ), 9))).toEqual([])
    expect(received(host.receive(frame, 10))).toHaveLength(1)
  })

  it('after any bytes the link acknowledges a valid message', () => {
    const byte = fc.oneof(
      fc.constantFrom(2, 3, 4, 5, 6, 10, 13, 0x15, 0x17, 0x31, 0x4c),
      fc.integer({ max: 255, min: 0 }),
    )
    const piece = fc.record({
      bytes: fc.array(byte, { maxLength: 60 }),
      after: fc.nat(40_000),
      isKept: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, checksum) => {
        const host = openAstmLink({ ...usual, checksum, role: 'host' })
        let now = 0
        for (const { bytes, after, isKept } of pieces) {
          host.receive(Buffer.from(bytes), now)
          host.settle(isKept, now)
          now += after
          host.tick(now)
        }
        host.settle(true, now)
        host.lose(now)
        host.receive(Buffer.of(ENQ), now)
        expect(received(host.receive(frame, now))).toHaveLength(1)
        expect(written(host.settle(true, now))).toEqual(Buffer.of(ACK))
      }),
      { numRuns: 2_000 },
    )
  })

  const settings = [
    { checksum: true, acknowledged: true, perRecord: false },
    { checksum: true, acknowledged: true, perRecord: true },
    { checksum: true, acknowledged: false, perRecord: false },
  ]
  it.each(settings)(
    'over a bad line each message arrives once, or its sender learns of the failure: %o',
    (options) => {
      fc.assert(
        fc.property(conversation(options), (talk) => {
          expect(faultOf(talk)).toBeNull()
        }),
        { numRuns: 700 },
      )
    },
  )
})
