import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAstm } from './astm-records.ts'
import { readCsv } from './csv-records.ts'
import { type Delimiters, decode, encode } from './delimited.ts'
import { writeOlder } from './hl7-older-queries.ts'
import { respondToQuery } from './hl7-orders.ts'
import { acknowledge, readHl7 } from './hl7-records.ts'
import type { WireMessage } from './measured.ts'
import { mllpFrame, mllpReader } from './mllp.ts'
import { readWireTime } from './wire-time.ts'

const valuesOf = (message: WireMessage) => (message.kind === 'results' ? message.values : [])
const lines = (...records: string[]) => `${records.join('\r')}\r`

describe('ASTM messages', () => {
  const count = lines(
    'H|\\^&|||XN-10^00-01|||||||P|LIS2-A2|20260309083000',
    'P|1|||100|^Mensah^Ama',
    'O|1|01260309000018||^^^WBC\\^^^HGB|R|||||||N',
    'R|1|^^^WBC|6,1|10*3/uL||H\\A||F||hana^^|20260309082500|20260309082600',
    'C|1|I|looked &T&at &F& again',
    'R|2|^^^HGB|12.9|g/dL||N||F||hana',
    'L|1|N',
  )

  it('an ASTM result is read with sample, code, value, unit, flags, time, operator and comments', () => {
    const [wbc, hgb] = valuesOf(readAstm(count))
    expect(wbc).toEqual({
      sample: '01260309000018',
      code: 'WBC',
      name: '',
      value: '6,1',
      unit: '10*3/uL',
      flags: ['H', 'A'],
      measuredAt: '20260309082600',
      operator: 'hana',
      isControl: false,
      isMissing: false,
      comment: 'looked at | again',
    })
    expect(hgb).toMatchObject({ code: 'HGB', flags: [], comment: '' })
  })

  it('an ASTM message is read with the delimiters of its header', () => {
    const other = count.replaceAll('|', '!').replaceAll('^', '~').replaceAll('\\', '$')
    expect(valuesOf(readAstm(other))).toMatchObject([
      { code: 'WBC', flags: ['H', 'A'] },
      { code: 'HGB', operator: 'hana' },
    ])
  })

  it('the sample number is read from O-3, O-4 or the configured field', () => {
    const message = lines('H|\\^&', 'P|1', 'O|1||2^1^       01260309000018^B|', 'R|1|^^^^WBC^1|6.1', 'L|1|N')
    expect(valuesOf(readAstm(message))).toMatchObject([{ sample: '01260309000018', code: 'WBC' }])
    const places = { sampleAt: 'O-4.4', codeAt: 6 }
    expect(valuesOf(readAstm(message, places))).toMatchObject([{ sample: 'B', code: '1' }])
  })

  it('controls, missing values and results of the next patient are distinguished', () => {
    const message = lines(
      'H|\\^&',
      'P|1',
      'O|1|QC-LOW||^^^GLU|||||||Q',
      'R|1|^^^GLU|5.1|mmol/L',
      'P|2',
      'R|1|^^^GLU|----|mmol/L',
      'R|2|^^^UREA|4.1|mmol/L||||X',
      'L|1|N',
    )
    expect(valuesOf(readAstm(message))).toMatchObject([
      { sample: 'QC-LOW', isControl: true, isMissing: false },
      { sample: '', isControl: false, isMissing: true },
      { sample: '', isMissing: true },
    ])
  })

  it('an ASTM query is read with its sample numbers', () => {
    expect(readAstm(lines('H|\\^&', 'Q|1|^01260309000018||ALL', 'L|1|N'))).toEqual({
      kind: 'query',
      asked: [{ sample: '01260309000018', as: ['01260309000018'] }],
      isAll: false,
    })
  })

  it('any text that is no message is reported as unreadable and never throws', () => {
    expect(readAstm('R|1|^^^GLU|5.1\r')).toMatchObject({ kind: 'unreadable' })
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const given of [text, `H|\\^&\r${text}`]) expect(readAstm(given).kind).toBeTypeOf('string')
        for (const given of [text, `MSH|^~\\&|\r${text}`, `MSH${text}`]) {
          expect(readHl7(given).kind).toBeTypeOf('string')
          expect(acknowledge(given, true, '20260309083000')).toBeInstanceOf(Array)
        }
      }),
      { numRuns: 500 },
    )
  })
})

const header = 'MSH|^~\\&|BC-5380|Mindray|||20260309083000||ORU^R01|42|P|2.3.1||||||UNICODE'

describe('HL7 messages', () => {
  it('an HL7 observation is read with sample, code, value, unit, flags, time, operator and notes', () => {
    const message = lines(
      header,
      'PID|1||P100^^^^MR||Mensah^Ama',
      'OBR|1||01260309000018|00001^Automated Count^99MRC||20260309082000|20260309082500',
      'OBX|1|IS|08001^Take Mode^99MRC||O||||||F',
      'OBX|2|NM|6690-2^WBC^LN||6.10|10*9/L|4.00-10.00|H~A|||F|||20260309082600||hana^Haematologist',
      'NTE|1||checked \\T\\ repeated',
      'OBX|3|ED|15008^WBC Histogram. BMP^99MRC||^Image^BMP^Base64^Qk0=||||||F',
      'OBX|4|NM|718-7^HGB^LN||***|g/L|||||F',
    )
    expect(valuesOf(readHl7(message))).toMatchObject([
      { code: '08001', value: 'O' },
      {
        sample: '01260309000018',
        code: '6690-2',
        name: 'WBC',
        value: '6.10',
        unit: '10*9/L',
        flags: ['H', 'A'],
        measuredAt: '20260309082600',
        operator: 'hana Haematologist',
        isControl: false,
        comment: 'checked & repeated',
      },
      { code: '718-7', isMissing: true, measuredAt: '20260309082500' },
    ])
  })

  it('the sample number of each specimen is read from SPM-2, SAC-3, OBR-3 or OBR-2', () => {
    const law = lines(
      'MSH|^~\\&|A|B|||20260309||OUL^R22^OUL_R22|1|P|2.5.1',
      'SPM|1|S-1&LIS^X-1&ANA|',
      'OBR|1||IGNORED|GLU',
      'OBX|1|NM|GLU||5.1|mmol/L||||||F',
      'SPM|2|||',
      'SAC|||S-2',
      'OBR|1|||GLU',
      'OBX|1|NM|GLU||5.2|mmol/L',
      'SPM|3||||||||||Q',
      'OBR|1|S-3||GLU',
      'OBX|1|NM|GLU||5.3|mmol/L',
    )
    expect(valuesOf(readHl7(law)).map(({ sample, value, isControl }) => [sample, value, isControl])).toEqual([
      ['S-1', '5.1', false],
      ['S-2', '5.2', false],
      ['S-3', '5.3', true],
    ])
  })

  it('images are files of their sample and no values; references and unknown encodings are left in the message', () => {
    const read = readHl7(
      lines(
        header,
        'OBR|1|S-1',
        'OBX|1|NM|6690-2^WBC^LN||6.1|10*9/L',
        'OBX|2|ED|15056^WBC Histogram. BMP^99MRC||^Image^BMP^Base64^Qk0=',
        'OBX|3|ED|15057^Scattergram^99MRC||^Image^PNG^Hex^89504E47',
        'OBX|4|RP|15058^Film^99MRC||image.png^^Image',
        'OBX|5|ED|15059^Other^99MRC||^Image^PNG^A^text',
        'OBR|2|S-2',
        'OBX|1|ED|15056||^Image^BMP^Base64^Qk0=',
      ),
    )
    expect(valuesOf(read)).toHaveLength(1)
    expect(read).toMatchObject({
      files: [
        { sample: 'S-1', name: 'WBC Histogram. BMP', encoding: 'base64', data: 'Qk0=' },
        { sample: 'S-1', name: 'Scattergram', encoding: 'hex', data: '89504E47' },
        { sample: 'S-2', name: '15056', encoding: 'base64' },
      ],
    })
  })

  it('repeated observations are separate values, and values of all types are read', () => {
    const message = lines(
      header,
      'OBR|1|S-1',
      'OBX|1|SN|HIV^HIV||>^90',
      'OBX|2|SN|HIV^HIV||^1^:^128',
      'OBX|3|CE|MAL^Malaria||260373001^Detected^SCT',
      'OBX|4|ST|NOTE||one~two',
    )
    expect(valuesOf(readHl7(message)).map(({ code, value }) => [code, value])).toEqual([
      ['HIV', '>90'],
      ['HIV', '1:128'],
      ['MAL', 'Detected'],
      ['NOTE', 'one\ntwo'],
    ])
  })

  it('HL7 messages with other delimiters and batches are read and acknowledged one by one', () => {
    const one = lines(header, 'OBR|1|S-1', 'OBX|1|NM|GLU^Glucose||5.1')
    const other = one.replaceAll('|', '!').replaceAll('^', '%')
    expect(valuesOf(readHl7(other))).toMatchObject([{ sample: 'S-1', code: 'GLU', name: 'Glucose' }])
    const batch = `BHS|^~\\&\r${one}${other}BTS|2\r`
    expect(valuesOf(readHl7(batch))).toHaveLength(2)
    const answers = acknowledge(batch, true, '20260309083000')
    expect(answers).toHaveLength(2)
    expect(answers[0]).toBe(
      'MSH|^~\\&|Phial||BC-5380|Mindray|20260309083000||ACK^R01^ACK|202603090830001|P|2.3.1\rMSA|AA|42\r',
    )
    expect(answers[1]).toContain('MSA!AA!42')
  })

  it('the acknowledgement requests a retransmission of messages that are not stored, and rejects unsupported types', () => {
    const message = lines(header, 'OBR|1|S-1')
    expect(acknowledge(message, false, '20260309083000')[0]).toContain('MSA|AE|42|Not stored, send again')
    const order = lines('MSH|^~\\&|A|B|||20260309||ADT^A01|7|P|2.3.1')
    expect(acknowledge(order, true, '20260309083000')[0]).toContain('MSA|AR|7|')
    expect(readHl7(order)).toEqual({ kind: 'other', about: 'ADT' })
  })
})

describe('queries of HL7 v2.3.1', () => {
  const writing = { now: '20260309083000', id: 'A1' }
  const order = {
    accession: '01260309000018',
    as: ['01260309000018'],
    codes: ['12', '7'],
    isUrgent: true,
    collectedAt: '20260309081500',
    specimen: 'Blood',
    patient: null,
  }
  const patient = { name: 'Ama Mensah', bornOn: '19910504', sex: 'F' } as const
  const qry = lines(
    'MSH|^~\\&|Mindray|BS-200E|||20260309083000||QRY^Q02|9|P|2.3.1||||||ASCII|||',
    'QRD|20260309083000|R|D|1|||RD|01260309000018|OTH|||T|',
    'QRF|BS-200E|20260309000000|20260309083000|||RCT|COR|ALL||',
  )
  const orm = lines(
    'MSH|^~\\&|Mindray|BC-5380|||20260309083000||ORM^O01|2|P|2.3.1||||||UNICODE',
    'ORC|RF||01260309000018||IP',
  )
  const queryIn = (text: string) => {
    const read = readHl7(text)
    if (read.kind !== 'query' || !read.older) throw new Error('Not such a query')
    return read.older
  }
  const respond = (text: string, found: 'orders' | 'none' | 'unread') =>
    respondToQuery(text, found, 'A1', { now: writing.now, encoding: 'utf8' })

  it('QRY^Q02 names the sample in QRD-8, or asks for all; ORM^O01 is a query only with the control RF', () => {
    expect(readHl7(qry)).toMatchObject({
      kind: 'query',
      asked: [{ sample: '01260309000018' }],
      isAll: false,
    })
    expect(readHl7(qry.replace('|RD|01260309000018|', '|RD||'))).toMatchObject({ kind: 'query', isAll: true })
    expect(readHl7(orm)).toMatchObject({ kind: 'query', asked: [{ sample: '01260309000018' }] })
    const placed = orm.replace('ORC|RF', 'ORC|NW')
    expect(readHl7(placed)).toEqual({ kind: 'other', about: 'ORM' })
    expect(acknowledge(qry + orm, true, writing.now)).toEqual([])
    expect(acknowledge(placed, true, writing.now)[0]).toContain('MSA|AR|2|')
  })

  it('QRY^Q02 is answered with QCK^Q02 and the orders as display lines', () => {
    expect(respond(qry, 'orders')).toBe(
      lines(
        'MSH|^~\\&|Phial||Mindray|BS-200E|20260309083000||QCK^Q02|A1|P|2.3.1||||||ASCII',
        'MSA|AA|9|Message accepted|||0|',
        'ERR|0|',
        'QAK|SR|OK|',
      ),
    )
    expect(respond(qry, 'none')).toContain('\rQAK|SR|NF|\r')
    expect(respond(qry, 'unread')).toContain('\rMSA|AE|9|')
    const display = writeOlder(queryIn(qry), { ...order, patient }, writing).split('\r')
    expect(display[0]).toContain('||DSR^Q03|A1|P|2.3.1|')
    expect(display.slice(4, 6)).toEqual([
      'QRD|20260309083000|R|D|1|||RD|01260309000018|OTH|||T',
      'QRF|BS-200E|20260309000000|20260309083000|||RCT|COR|ALL|',
    ])
    const dsp = (line: number) => display.find((one) => one.startsWith(`DSP|${line}|`))
    expect([1, 3, 4, 5, 21, 24, 26, 29, 30].map(dsp)).toEqual([
      'DSP|1||01260309000018|||',
      'DSP|3||Ama Mensah|||',
      'DSP|4||19910504000000|||',
      'DSP|5||F|||',
      'DSP|21||01260309000018|||',
      'DSP|24||Y|||',
      'DSP|26||Blood|||',
      'DSP|29||12^^^|||',
      'DSP|30||7^^^|||',
    ])
    expect(display.at(-2)).toBe('DSC||')
    expect(writeOlder(queryIn(qry), order, writing)).toContain('\rDSP|3|||||\r')
  })

  it('ORM^O01 is answered with ORR^O02: the mode of the count, or a negative answer', () => {
    expect(respond(orm, 'orders')).toBeNull()
    expect(respond(orm, 'unread')).toContain('\rMSA|AE|2\r')
    const count = writeOlder(queryIn(orm), { ...order, codes: ['718-7'] }, writing)
    expect(count).toContain('\rMSA|AA|2\rORC|AF|01260309000018|01260309000018|||\r')
    expect(count).toContain('\rOBX|1|IS|08003^Test Mode^99MRC||CBC||||||F\r')
    expect(count).not.toContain('PID|')
    const whole = writeOlder(queryIn(orm), { ...order, patient, codes: ['718-7', '770-8'] }, writing)
    expect(whole).toContain('||CBC+DIFF||')
    expect(whole).toContain('\rPID|1||01260309000018^^^^MR||Ama Mensah||19910504|F\rPV1|1\r')
    expect(writeOlder(queryIn(orm), { ...order, codes: [] }, writing)).toContain('\rMSA|AR|2|No orders\r')
  })
})

describe('MLLP frames', () => {
  const texts = [lines(header, 'OBX|1|NM|A||1'), lines(header, 'OBX|1|NM|B||2')]
  const inPackets = (bytes: Buffer, sizes: readonly number[]) => {
    const reader = mllpReader(1_000_000)
    const messages: string[] = []
    let from = 0
    for (const size of [...sizes, bytes.length]) {
      messages.push(...reader.push(bytes.subarray(from, from + size)).messages.map((one) => one.toString()))
      from += size
    }
    return messages
  }

  it('messages are complete for any division into packets, without VT, and with a late or missing CR', () => {
    const way = fc.record({ vt: fc.boolean(), end: fc.constantFrom('\x1c\r', '\x1c', '\x1c\r\n') })
    fc.assert(
      fc.property(fc.array(way, { maxLength: 5 }), fc.array(fc.nat(60)), (ways, sizes) => {
        const sent = ways.map((_, index) => texts[index % 2] ?? '')
        const wire = ways.map(({ vt, end }, index) => `${vt ? '\x0b' : ''}${sent[index]}${end}`).join('')
        expect(inPackets(Buffer.from(wire), sizes)).toEqual(sent)
      }),
    )
  })

  it('two messages are read from one packet, and from one packet for each byte', () => {
    const two = Buffer.concat(texts.map((text) => mllpFrame(text, 'utf8')))
    expect(inPackets(two, [])).toEqual(texts)
    expect(inPackets(two, Array(two.length).fill(1))).toEqual(texts)
  })

  it('an incomplete message is dropped when the next message begins', () => {
    expect(inPackets(Buffer.from(`\x0bMSH|half\x0b${texts[0]}\x1c\r`), [])).toEqual([texts[0]])
  })

  it('a message above the size limit is detected before it ends', () => {
    const reader = mllpReader(10)
    expect(reader.push(Buffer.from('\x0b12345'))).toEqual({ messages: [], isTooLong: false })
    expect(reader.push(Buffer.from('678901'))).toEqual({ messages: [], isTooLong: true })
  })
})

describe('delimited text', () => {
  const hl7: Delimiters = { field: '|', component: '^', repeat: '~', escaping: '\\', sub: '&' }
  it('decoding an encoded text gives the same text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '|', '^', '~', '\\', '&', 'E', 'F', 'X', '4', '.') })
    fc.assert(
      fc.property(text, (given) => {
        expect(decode(encode(given, hl7), hl7)).toBe(given.replace(/\s+/g, ' '))
      }),
    )
  })
  it('hexadecimal bytes and line breaks are decoded, and unknown escape sequences stay as text', () => {
    expect(decode('\\XB5\\g\\.br\\100 \\ 3 \\', hl7)).toBe('µg\n100 \\ 3 \\')
  })
})

describe('times of instruments', () => {
  it.each([
    ['20260309083015', { day: '2026-03-09', minute: 510, second: 15, offset: null }],
    ['202603090830', { day: '2026-03-09', minute: 510, second: 0, offset: null }],
    ['20260309', { day: '2026-03-09', minute: 0, second: 0, offset: null }],
    ['20260309083015.123-0530', { day: '2026-03-09', minute: 510, second: 15, offset: -330 }],
    ['2026-03-09T08:30:15+01:00', { day: '2026-03-09', minute: 510, second: 15, offset: 60 }],
    ['20260231083015', null],
    ['20260309253000', null],
    ['soon', null],
  ])('%s', (text, time) => {
    expect(readWireTime(text)).toEqual(time)
  })
})

describe('files of an analyser', () => {
  const names = { sample: 'Sample', code: '', value: '', unit: '', time: 'Time', flags: '', operator: '' }

  it('a file without a code column has one row per sample and one column per code', () => {
    const read = readCsv('\uFEFFSample,Time,WBC,HGB\n1,20260309,6.1,----\n2,,,12\n', names)
    expect(
      valuesOf(read).map(({ sample, code, value, isMissing }) => [sample, code, value, isMissing]),
    ).toEqual([
      ['1', 'WBC', '6.1', false],
      ['1', 'HGB', '----', true],
      ['2', 'HGB', '12', false],
    ])
  })

  it('a file without the named columns, or that is not a table, is unreadable with a reason', () => {
    expect(readCsv('Id,WBC\n1,2\n', names)).toEqual({ kind: 'unreadable', why: 'It has no column Sample' })
    expect(readCsv('Sample,WBC\n"1,2\n', names)).toMatchObject({ kind: 'unreadable' })
    expect(readCsv('', names)).toMatchObject({ kind: 'other' })
  })

  it('a file above the maximum number of values is refused as a whole', () => {
    const wide = `Sample,${Array.from({ length: 100 }, (_, index) => `C${index}`).join(',')}\n`
    expect(readCsv(wide + `1${',2'.repeat(100)}\n`.repeat(501), names)).toMatchObject({ kind: 'unreadable' })
    expect(readCsv(`Sample,WBC\n${'1,2\n'.repeat(50_001)}`, names)).toMatchObject({ kind: 'unreadable' })
    expect(readCsv(`Sample,WBC\n${'1,2\n'.repeat(50_000)}`, names)).toMatchObject({ kind: 'results' })
  })
})
