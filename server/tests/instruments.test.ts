import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdInstruments, tellHeld } from '#server/modules/instruments/index.ts'
import { ENQ, EOT, framesOf } from '#server/modules/instruments/wire/astm-frame.ts'
import { mllpFrame } from '#server/modules/instruments/wire/mllp.ts'
import { stoppedClock } from '#server/platform/clock.ts'
import { analyteOf, type Bench, openBench } from './bench-tasks.ts'
import { certificateFiles } from './certificate.ts'
import type { Person, TestApp } from './harness.ts'
import { addAnalyser, count, dial, hold, lines, normal, sendAstm, sendHl7, turn } from './instruments.ts'
import { freePort } from './product-process.ts'
import { pngFile } from './sample-files.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
let holding: ReturnType<typeof hold>
let xn: { id: string; port: number }

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  xn = await addAnalyser(lab, manager, 'sysmex-xn')
  expect((await turn(lab, manager, xn.id, 'live')).statusCode).toBe(200)
  holding = hold(lab)
})
afterAll(async () => {
  await holding.stop()
  await lab.close()
})

const rows = async (statement: string, ...values: unknown[]) => (await lab.pool.query(statement, values)).rows
const accessionOf = async (task: string): Promise<string> =>
  (
    await rows(
      'select s.accession from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id where k.id = $1',
      task,
    )
  )[0].accession
/** Waits until every stored message is processed. */
const allRead = () =>
  expect
    .poll(async () => rows(`select from instrument_message where state = 'received'`), { timeout: 10_000 })
    .toEqual([])
const measured = (sample: string) =>
  rows(
    `select code, state, reason, number::float8, text from measured_value where sample like '%' || $1 order by id`,
    sample,
  )
/** The bytes of a message in one transmission, as if every frame were acknowledged at once. */
const framedAstm = (message: string) =>
  Buffer.concat([
    Buffer.of(ENQ),
    ...framesOf(Buffer.from(message), { checksum: true, perRecord: true }),
    Buffer.of(EOT),
  ])
const held = async (by = hana) => (await lab.call('GET', '/api/instruments/held', { by })).json().rows
const send = async (message: string) => {
  const socket = await dial(xn.port)
  const outcome = await sendAstm(socket, message)
  socket.destroy()
  await allRead()
  return outcome
}

describe('an analyser that sends each record in a transmission of its own', () => {
  it('its records become one message, also after a reconnect, a retransmission and a message that breaks off', async () => {
    const joining = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Joining', joinsRecords: true })
    expect((await turn(lab, manager, joining.id, 'live')).statusCode).toBe(200)
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    const message = count(accession, { WBC: '5.5 10*3/uL', HGB: '12.9 g/dL' }, '20260309091500')
    const records = message.split('\r').filter((record) => record !== '')
    const sent = async (...some: (string | undefined)[]) => {
      const socket = await dial(joining.port)
      for (const record of some) expect(await sendAstm(socket, `${record}\r`)).toBe('sent')
      socket.destroy()
    }
    const stored = () =>
      rows(
        `select state, times, convert_from(bytes, 'UTF8') as text from instrument_message where instrument_id = $1 order by id`,
        joining.id,
      )
    await sent('H|\\^&|||breaks off', 'P|1')
    await sent(...records.slice(0, 4))
    const part = lines(...records.slice(0, 4))
    expect(await stored()).toEqual([
      { state: 'cut', times: 1, text: lines('H|\\^&|||breaks off', 'P|1') },
      { state: 'part', times: 1, text: part },
    ])
    // The acknowledgements of the fourth and of the last record were lost.
    await sent(...records.slice(3))
    await sent(records.at(-1))
    await allRead()
    expect(await stored()).toMatchObject([{ state: 'cut' }, { state: 'read', times: 1, text: message }])
    expect((await measured(accession)).map(({ code, state }) => [code, state])).toEqual([
      ['WBC', 'matched'],
      ['HGB', 'matched'],
    ])
    await sent(...records)
    await allRead()
    expect(await stored()).toMatchObject([{}, { times: 2 }, { state: 'repeated', text: message }])
    expect(await measured(accession)).toHaveLength(2)
  })

  it('a query gets its answer after the last record', async () => {
    const asking = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Asking', joinsRecords: true })
    expect((await turn(lab, manager, asking.id, 'live')).statusCode).toBe(200)
    const socket = await dial(asking.port)
    for (const record of ['H|\\^&|||XN', 'Q|1|^00000000000000||ALL'])
      expect(await sendAstm(socket, `${record}\r`)).toBe('sent')
    const bid = once(socket, 'data')
    const last = sendAstm(socket, 'L|1|N\r')
    await bid
    expect(await last).toBe('sent')
    const [byte] = (await once(socket, 'data')) as [Buffer]
    expect(byte.includes(ENQ)).toBe(true)
    socket.destroy()
  })
})

describe('values of an analyser at the bench', () => {
  it('measured values are offered at their task, and become results when a technician saves them', async () => {
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    expect(await send(count(accession, normal))).toBe('sent')
    const form = await bench.form(task, hana)
    expect(analyteOf(form, 'HGB')).toMatchObject({
      entered: null,
      measured: {
        value: 12.9,
        instrument: 'sysmex-xn',
        operator: 'hana',
        at: '2026-03-09T08:26:00.000Z',
        times: 1,
        isEntered: false,
      },
    })
    expect(form.whyNotRelease).toBe('The task is not done yet.')
    const { WBC, HGB } = { WBC: 6.1, HGB: 13.1 }
    const saved = await bench.enter(task, { WBC, HGB }, 0, hana)
    expect(saved.statusCode, saved.body).toBe(200)
    const after = saved.json().form
    expect(analyteOf(after, 'WBC')).toMatchObject({ entered: { value: 6.1 }, measured: { isEntered: true } })
    // Entered by hand: the measured value is still shown.
    expect(analyteOf(after, 'HGB')).toMatchObject({
      entered: { value: 13.1 },
      measured: { value: 12.9, isEntered: false },
    })
  })

  it('a repeated message, and a measurement repeated in another message, count once', async () => {
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    const message = count(accession, { WBC: '5.5 10*3/uL' }, '20260309090000')
    expect(await send(message)).toBe('sent')
    expect(await send(message)).toBe('sent')
    expect(await send(message.replace('XN-L', 'XN-L sent again'))).toBe('sent')
    expect((await measured(accession)).map(({ state }) => state)).toEqual(['matched', 'repeated'])
    expect(
      await rows(
        `select times from instrument_message where position($1 in convert_from(bytes, 'UTF8')) > 0 order by id`,
        accession,
      ),
    ).toEqual([{ times: 2 }, { times: 1 }])
    expect(analyteOf(await bench.form(task, hana), 'WBC')).toMatchObject({
      measured: { value: 5.5, times: 1 },
    })
  })

  it('the latest of repeated measurements is offered, in the unit of the analyte', async () => {
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    await send(count(accession, { HGB: '129 g/L' }, '20260309090000'))
    await send(count(accession.slice(0, -1), { HGB: '13,4 g/dL' }, '20260309091500'))
    expect(analyteOf(await bench.form(task, hana), 'HGB')).toMatchObject({
      measured: { value: 13.4, times: 2 },
    })
  })

  it('a message that cannot be stored is refused, and stored when it is sent again', async () => {
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    await lab.superuser.query('alter table instrument_message rename to gone')
    const socket = await dial(xn.port)
    expect(await sendAstm(socket, count(accession, normal))).toBe('failed')
    await lab.superuser.query('alter table gone rename to instrument_message')
    expect(await sendAstm(socket, count(accession, normal))).toBe('sent')
    socket.destroy()
    await allRead()
    expect(await measured(accession)).toHaveLength(7)
    const { instruments } = (await lab.call('GET', '/api/instruments', { by: hana })).json()
    expect(instruments[0].trouble).toBe('')
  })

  it('the values of a message without a terminator record are offered after the end of the transmission', async () => {
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    const text = count(accession, normal, '20260309084500').replace(/L\|1\|N\r$/, '')
    const socket = await dial(xn.port)
    // The link of the test sends the end of the transmission after the last frame.
    expect(await sendAstm(socket, text)).toBe('sent')
    socket.destroy()
    await expect.poll(() => measured(accession)).toHaveLength(7)
    await lab.superuser.query('alter table instrument_message rename to gone')
    const again = await dial(xn.port)
    expect(await sendAstm(again, text.replaceAll('20260309084500', '20260309084600'))).toBe('sent')
    await lab.superuser.query('alter table gone rename to instrument_message')
    await expect.poll(() => measured(accession), { timeout: 5_000 }).toHaveLength(14)
    again.destroy()
  })

  it('a message is one result wherever its transmission broke off, also if the process ended there', async () => {
    const bc = await addAnalyser(lab, manager, 'mindray-bc-5380', { name: 'Broken off', encoding: 'latin1' })
    await turn(lab, manager, bc.id, 'live')
    for (const [protocol, port, wire] of [
      [
        'astm',
        xn.port,
        (accession: string) => framedAstm(count(accession, { WBC: '6.1 10*3/uL' }, '20260309070000')),
      ],
      [
        'hl7',
        bc.port,
        (accession: string) =>
          mllpFrame(
            lines(
              `MSH|^~\\&|BC|Mindray|||20260309083000||ORU^R01|${accession}|P|2.3.1`,
              `OBR|1||${accession}`,
              'OBX|1|NM|6690-2^WBC^LN||6.1|10*9/L||N|||F|||20260309070000||Renée',
            ),
            'latin1',
          ),
      ],
    ] as const) {
      const { task } = await bench.started(ama, hana)
      const accession = await accessionOf(task)
      const bytes = wire(accession)
      for (let at = 1; at < bytes.length; at += Math.ceil(bytes.length / 12)) {
        const socket = await dial(port)
        socket.write(bytes.subarray(0, at))
        await new Promise((done) => setTimeout(done, 10))
        // Every other time it is the server that ends.
        if (at % 2 === 0) {
          await holding.stop()
          holding = hold(lab)
        }
        socket.destroy()
      }
      const socket = await dial(port)
      if (protocol === 'astm') {
        const whole = count(accession, { WBC: '6.1 10*3/uL' }, '20260309070000')
        expect(await sendAstm(socket, whole)).toBe('sent')
      } else {
        const answered = once(socket, 'data')
        socket.write(bytes)
        expect(String(await answered)).toContain('MSA|AA')
      }
      socket.destroy()
      await allRead()
      expect((await measured(accession)).filter(({ state }) => state !== 'repeated')).toMatchObject([
        { state: 'matched', number: 6.1 },
      ])
      expect(analyteOf(await bench.form(task, hana), 'WBC')).toMatchObject({
        measured: { value: 6.1, times: 1, ...(protocol === 'hl7' && { operator: 'Renée' }) },
      })
    }
    await turn(lab, manager, bc.id, 'off')
  })

  it('messages that an earlier process stored but did not process are processed by the next process', async () => {
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    await holding.stop()
    await lab.pool.query(
      `insert into instrument_message (site_id, id, instrument_id, received_at, peer, bytes, digest, last_at)
      select site_id, gen_random_uuid(), id, now(), '', $2, sha256($2), now() from instrument where id = $1`,
      [xn.id, Buffer.from(count(accession, normal))],
    )
    holding = hold(lab)
    await allRead()
    expect(await measured(accession)).toHaveLength(7)
  })

  it('the links are kept while a message takes long to read', async () => {
    await holding.stop()
    const reader = await lab.superuser.connect()
    try {
      const { rows: stored } = await reader.query(
        `insert into instrument_message (site_id, id, instrument_id, received_at, peer, bytes, digest, last_at)
        select site_id, gen_random_uuid(), id, now(), '', 'slow', sha256('slow'), now() from instrument where id = $1
        returning id`,
        [xn.id],
      )
      await reader.query('begin')
      await reader.query('select from instrument_message where id = $1 for update', [stored[0].id])
      holding = hold(lab)
      await expect.poll(() => waitingForLocks(lab)).toBe(1)
      const heldUntil = async () => (await rows('select held_until from instrument_holder'))[0].held_until
      const before = await heldUntil()
      await expect.poll(heldUntil).not.toEqual(before)
      await reader.query('commit')
    } finally {
      reader.release(true)
    }
    await allRead()
  })

  it('only one process holds the links, and another process takes over when it ends', async () => {
    const other = hold(lab)
    const first = await dial(xn.port)
    await holding.stop()
    const second = await dial(xn.port)
    expect(await sendAstm(second, count('01260309999999', { WBC: '1.0' }, '20260309010000'))).toBe('sent')
    first.destroy()
    second.destroy()
    await other.stop()
    holding = hold(lab)
    await dial(xn.port).then((socket) => socket.destroy())
  })
})

describe('images of an analyser', () => {
  it('are attached once to the open tests of their sample; a damaged image holds no value back', async () => {
    const bc = await addAnalyser(lab, manager, 'mindray-bc-5380', { name: 'With images' })
    await turn(lab, manager, bc.id, 'live')
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    // A bitmap of two pixels by one, as the BC series sends its histograms.
    const bitmap = Buffer.alloc(62)
    bitmap.write('BM', 'latin1')
    for (const [at, value] of [
      [2, 62],
      [10, 54],
      [14, 40],
      [18, 2],
      [22, 1],
      [34, 8],
    ] as const)
      bitmap.writeInt32LE(value, at)
    bitmap.writeInt16LE(1, 26)
    bitmap.writeInt16LE(24, 28)
    const image = (n: number, name: string, bytes: Buffer) =>
      `OBX|${n}|ED|1505${n}^${name}^99MRC||^Image^BMP^Base64^${bytes.toString('base64')}||||||F`
    const message = (id: string) =>
      lines(
        `MSH|^~\\&|BC-5380|Mindray|||20260309083000||ORU^R01|${id}|P|2.3.1`,
        `OBR|1||${accession}|00001^Automated Count^99MRC`,
        'OBX|1|NM|6690-2^WBC^LN||6.10|10*9/L||N|||F|||20260309082600',
        image(2, 'WBC Histogram', bitmap),
        image(3, 'Scattergram', pngFile()),
        image(4, 'Broken', Buffer.from('BM, and then nothing of a picture')),
        // Another sample, which is unknown.
        'OBR|2||99999999999999|00001^Automated Count^99MRC',
        image(5, 'Of somebody else', bitmap),
      )
    const socket = await dial(bc.port)
    for (const id of ['1', '2']) expect(await sendHl7(socket, message(id))).toContain(`MSA|AA|${id}`)
    socket.destroy()
    await allRead()
    const attached = await lab.call('GET', `/api/Labtask/task/${task}/attachments`, { by: hana })
    expect(
      attached
        .json()
        .attachments.map(({ name, type, addedBy }: Record<string, string>) => [name, type, addedBy]),
    ).toEqual([
      ['WBC Histogram, With images.png', 'image/png', 'Mansa Manager'],
      ['Scattergram, With images.png', 'image/png', 'Mansa Manager'],
    ])
    expect(analyteOf(await bench.form(task, hana), 'WBC')).toMatchObject({ measured: { value: 6.1 } })
    const { instruments } = (await lab.call('GET', '/api/instruments', { by: hana })).json()
    expect(instruments.find(({ id }: { id: string }) => id === bc.id).trouble).toContain(
      'could not be attached',
    )
    await turn(lab, manager, bc.id, 'off')
  })
})

describe('held values', () => {
  it('a value that does not match is held with its reason and reaches no other sample', async () => {
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    await send(
      count(
        accession,
        {
          ...normal,
          WBC: '>100 10*3/uL',
          PLT: '---- 10*3/uL',
          HGB: '12.9 bananas',
          NEW: '7 %',
          MCV: '91 fL',
        },
        '20260309100000',
      ),
    )
    expect(await measured(accession)).toMatchObject([
      { code: 'WBC', state: 'held', reason: 'beyond' },
      { code: 'RBC', state: 'matched', number: 4.2 },
      { code: 'HGB', state: 'held', reason: 'wrong_unit' },
      { code: 'HCT', state: 'matched' },
      { code: 'PLT', state: 'held', reason: 'no_value' },
      { code: 'NEUT%', state: 'matched' },
      { code: 'LYMPH%', state: 'matched' },
      { code: 'NEW', state: 'held', reason: 'unmapped' },
      { code: 'MCV', state: 'unused' },
    ])
    const [last] = (await held()).filter(({ reason }: { reason: string }) => reason === 'beyond')
    expect(last).toMatchObject({ instrument: 'sysmex-xn', values: [{ code: 'WBC', value: '>100' }] })
    const ids = last.values.map(({ id }: { id: string }) => id)
    const without = await lab.call('POST', '/api/instruments/held/discard', {
      by: hana,
      body: { values: ids, reason: ' ' },
    })
    expect(without.json().fields).toEqual({ reason: ['Enter the reason for discarding the values'] })
    const discarded = await lab.call('POST', '/api/instruments/held/discard', {
      by: hana,
      body: { values: ids, reason: 'Diluted and measured again' },
    })
    expect(discarded.json().message).toBe('1 value is discarded.')
    expect((await measured(accession))[0]).toMatchObject({ code: 'WBC', state: 'discarded' })
  })

  it('held values are matched after the accession number is corrected or the code is mapped', async () => {
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    await send(count('99999999999999', { WBC: '5.0', LEUKO: '6.0' }, '20260309110000'))
    const unknown = (await held()).filter(({ sample }: { sample: string }) => sample === '99999999999999')
    expect(unknown).toMatchObject([
      { reason: 'unknown_sample', values: [{ code: 'WBC' }, { code: 'LEUKO' }] },
    ])
    const values = unknown[0].values.map(({ id }: { id: string }) => id)
    const again = (accessionTyped: string) =>
      lab.call('POST', '/api/instruments/held/again', {
        by: hana,
        body: { values, accession: accessionTyped },
      })
    expect((await again('12345678901234')).json().fields).toHaveProperty('accession')
    expect((await again(accession)).json().message).toBe(
      '1 value is offered at the bench. 1 value is still held.',
    )
    const map = (body: object) =>
      lab.call('PUT', `/api/instruments/${xn.id}/codes`, {
        by: manager,
        body: { code: 'LEUKO', unit: '', factor: null, ...body },
      })
    expect((await map({ analyte: 'NOTHING' })).json().fields).toHaveProperty('analyte')
    expect((await map({ analyte: 'WBC' })).json().message).toBe(
      'LEUKO is saved. 1 value is offered at the bench.',
    )
    expect(analyteOf(await bench.form(task, hana), 'WBC')).toMatchObject({ measured: { value: 6, times: 2 } })
  })

  it('the codes of an analyser are listed with their last values, codes that are not mapped first', async () => {
    const { codes, held: count } = (
      await lab.call('GET', `/api/instruments/${xn.id}`, { by: manager })
    ).json()
    expect(codes[0]).toMatchObject({ code: 'NEW', analyte: null, lastValue: '7 %', held: 1 })
    expect(codes.find(({ code }: { code: string }) => code === 'HGB')).toMatchObject({
      analyte: 'HGB',
      analyteUnit: 'g/dL',
    })
    expect(count).toBeGreaterThan(1)
  })

  it('a value without an order is held until the test is ordered, and released results do not change', async () => {
    const { visitId } = await bench.started(ama, hana, ['Sickle Cell'])
    const [{ accession }] = await rows('select accession from sample where visit_id = $1', visitId)
    await send(count(accession, { WBC: '5.0' }, '20260309120000'))
    const ofSample = async () =>
      (await held()).filter(({ sample }: { sample: string }) => sample.includes(accession))
    const [one] = await ofSample()
    expect(one).toMatchObject({ reason: 'not_ordered', visitId })
    const added = await lab.call('POST', `/api/labtest/appointment/${visitId}/tests`, {
      by: hana,
      body: { tests: ['Full Blood Count'] },
    })
    expect(added.statusCode, added.body).toBe(200)
    const again = await lab.call('POST', '/api/instruments/held/again', {
      by: hana,
      body: { values: one.values.map(({ id }: { id: string }) => id) },
    })
    expect(again.json().message).toBe('1 value is offered at the bench.')
    const [{ id: task }] = await rows(
      `select id from task where visit_id = $1 and test_code = 'FBC' and withdrawn_at is null`,
      visitId,
    )
    await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })
    await bench.enter(task, { WBC: 5 }, 0, hana)
    await bench.complete(task, hana)
    const released = await bench.release([task], rita)
    expect(released.statusCode, released.body).toBe(200)
    await send(count(accession, { WBC: '15.0' }, '20260309123000'))
    expect(await ofSample()).toMatchObject([{ reason: 'released', values: [{ value: '15.0' }] }])
  })

  it('technicians are notified once of values that have been held for an hour', async () => {
    const told = async () =>
      (
        await rows(
          `select recipient, payload ->> 'analyser' as analyser from outbox where kind = 'values_held' order by 1`,
        )
      ).map(({ recipient, analyser }) => [recipient, analyser])
    const tellAfter = (minutes: number) =>
      tellHeld({
        ...lab.context,
        clock: stoppedClock(new Date(lab.clock.now().getTime() + minutes * 60_000)),
      })
    await tellAfter(59)
    expect(await told()).toEqual([])
    // Two processes run at the same time.
    await Promise.all([tellAfter(60), tellAfter(60)])
    expect(await told()).toEqual([hana, rita].map(({ email }) => [email, 'sysmex-xn']).sort())
    await send(count('99999999999998', { WBC: '5.0' }, '20260309113000'))
    await tellAfter(119)
    expect(await told()).toHaveLength(2)
    await tellAfter(121)
    expect(await told()).toHaveLength(4)
    await tellAfter(300)
    expect(await told()).toHaveLength(4)
    lab.clock.advance(121 * 60_000)
    const [mail] = await lab.mailsTo(hana.email)
    lab.clock.advance(-121 * 60_000)
    expect(mail?.subject).toBe('Held values of sysmex-xn')
    expect(mail?.text).toContain('sysmex-xn')
    const { rows: notices } = (await lab.call('GET', '/api/notifications?limit=5', { by: hana })).json()
    expect(notices[0]).toMatchObject({
      title: 'Values of sysmex-xn have been held for more than an hour',
      link: '/analysers/held',
    })
  })

  it('control values are recorded as runs of their lot, and held if the lot is unknown', async () => {
    const { json: material } = await lab.call('POST', '/api/Labtask/quality/materials', {
      by: manager,
      body: { name: 'Blood control', manufacturer: 'Maker' },
    })
    const lot = (
      await lab.call('POST', '/api/Labtask/quality/lots', {
        by: manager,
        body: { materialId: material().id, level: 'Low', number: 'L77', expiresOn: '2026-12-31' },
      })
    ).json()
    const path = `/api/Labtask/quality/lots/${lot.id}`
    const targets = [{ analyte: 'WBC', mean: 5, sd: 0.5 }]
    expect((await lab.call('PUT', `${path}/targets`, { by: manager, body: { targets } })).statusCode).toBe(
      200,
    )
    await lab.call('PUT', `${path}/status`, { by: manager, body: { status: 'open' } })
    await send(count('QC-L77', { WBC: '5.4 10*3/uL', RBC: '4.0' }, '20260309123000'))
    await send(count('QC-L78', { WBC: '5.4 10*3/uL' }, '20260309123100'))
    expect(await measured('QC-L77')).toMatchObject([
      { code: 'WBC', state: 'control' },
      { code: 'RBC', state: 'held', reason: 'no_target' },
    ])
    expect(await measured('QC-L78')).toMatchObject([{ state: 'held', reason: 'unknown_control' }])
    const listed = await lab.call('GET', `${path}/values?analyte=WBC`, { by: hana })
    expect(listed.json().rows).toMatchObject([{ value: 5.4, instrument: 'sysmex-xn', rules: [] }])
  })

  it('an analyte that is out of control on one analyser keeps back its results, not those of another', async () => {
    const second = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Second counter' })
    await turn(lab, manager, second.id, 'live')
    const material = await lab.call('POST', '/api/Labtask/quality/materials', {
      by: manager,
      body: { name: 'Blood of two analysers', manufacturer: 'Maker' },
    })
    const body = { materialId: material.json().id, level: 'Low', number: 'L90', expiresOn: '2026-12-31' }
    const lot = (await lab.call('POST', '/api/Labtask/quality/lots', { by: manager, body })).json()
    const path = `/api/Labtask/quality/lots/${lot.id}`
    const targets = [{ analyte: 'HGB', mean: 12, sd: 0.2 }]
    await lab.call('PUT', `${path}/targets`, { by: manager, body: { targets } })
    await lab.call('PUT', `${path}/status`, { by: manager, body: { status: 'open' } })
    const sendTo = async (port: number, ...message: Parameters<typeof count>) => {
      const socket = await dial(port)
      expect(await sendAstm(socket, count(...message))).toBe('sent')
      socket.destroy()
      await allRead()
    }
    await sendTo(xn.port, 'QC-L90', { HGB: '13.0 g/dL' }, '20260309130000')
    await sendTo(second.port, 'QC-L90', { HGB: '12.1 g/dL' }, '20260309130100')
    const [target] = (await lab.call('GET', path, { by: hana })).json().targets
    expect(target).toMatchObject({
      state: 'out',
      lines: [
        { analyser: { name: 'Second counter' }, state: 'in', unanswered: null },
        { analyser: { id: xn.id, name: 'sysmex-xn' }, state: 'out', latest: { rules: ['1-2s', '1-3s'] } },
      ],
    })
    const charted = await lab.call('GET', `${path}/values?analyte=HGB&instrument=${second.id}`, { by: hana })
    expect(charted.json().rows).toMatchObject([{ value: 12.1 }])
    const { blocking } = (await lab.call('GET', '/api/Labtask/quality', { by: hana })).json()
    expect(blocking).toMatchObject([{ analyte: 'HGB', analyser: { id: xn.id, name: 'sysmex-xn' } }])

    const values = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250, 'NEUT%': 55, 'LYMPH%': 35 }
    /** A completed count that was measured on the analyser of this port, or typed. */
    const completed = async (port?: number) => {
      const { task } = await bench.started(ama, hana)
      if (port) await sendTo(port, await accessionOf(task), normal, '20260309130200')
      expect((await bench.enter(task, values, 0, hana)).statusCode).toBe(200)
      expect((await bench.complete(task, hana)).statusCode).toBe(200)
      return task
    }
    expect((await bench.release([await completed(second.port)], rita)).statusCode).toBe(200)
    const mine = await completed(xn.port)
    const refused = await bench.release([mine], rita)
    expect(refused.statusCode).toBe(409)
    expect(refused.body).toContain('Blood of two analysers, Low, lot L90, sysmex-xn')
    const typed = await completed()
    expect((await bench.release([typed], rita)).statusCode).toBe(409)

    // A run that is entered under the analyser's name is its run.
    const run = { lot: lot.id, values: { HGB: 12 }, instrument: 'SYSMEX-XN' }
    await lab.call('POST', '/api/Labtask/quality/runs', { by: hana, body: run })
    expect((await bench.release([mine, typed], rita)).statusCode).toBe(200)
  })
})

describe('setting up', () => {
  it('on trial a message shows the outcome of its values and writes none', async () => {
    const bc = await addAnalyser(lab, manager, 'mindray-bc-5380')
    await turn(lab, manager, bc.id, 'trial')
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    const message = lines(
      'MSH|^~\\&|BC-5380|Mindray|||20260309083000||ORU^R01|42|P|2.3.1',
      `OBR|1||${accession}|00001^Automated Count^99MRC`,
      'OBX|1|NM|6690-2^WBC^LN||6.10|10*9/L||N|||F|||20260309082600',
      'OBX|2|NM|718-7^HGB^LN||129|g/L||N|||F',
      'OBX|3|NM|99999^Strange^99MRC||1|||||F',
    )
    const socket = await dial(bc.port)
    expect(await sendHl7(socket, message)).toContain('MSA|AA|42')
    socket.destroy()
    await allRead()
    expect(await measured(accession)).toEqual([])
    const path = `/api/instruments/${bc.id}/messages`
    const [{ id, state }] = (await lab.call('GET', path, { by: manager })).json().rows
    expect(state).toBe('trial')
    const shown = (await lab.call('GET', `${path}/${id}`, { by: manager })).json()
    expect(shown.text.split('\n')[0]).toBe('MSH|^~\\&|BC-5380|Mindray|||20260309083000||ORU^R01|42|P|2.3.1')
    expect(shown.becoming).toMatchObject([
      { code: '6690-2', state: 'matched', analyte: expect.any(String), becomes: '6.1 10*3/uL' },
      { code: '718-7', becomes: '12.9 g/dL' },
      { code: '99999', state: 'held', reason: 'unmapped' },
    ])
    const again = () => lab.call('POST', `${path}/${id}/again`, { by: manager })
    expect((await again()).statusCode).toBe(409)
    await turn(lab, manager, bc.id, 'live')
    expect((await again()).statusCode).toBe(200)
    expect((await again()).statusCode).toBe(200)
    expect(analyteOf(await bench.form(task, hana), 'HGB')).toMatchObject({
      measured: { value: 12.9, times: 1 },
    })
  })

  it('a code of an analyser without a profile can be mapped before its first value', async () => {
    const { id } = await addAnalyser(lab, manager, 'generic-hl7', { name: 'Of another make' })
    const path = `/api/instruments/${id}`
    expect((await lab.call('GET', path, { by: manager })).json().codes).toEqual([])
    const body = { code: 'GLU', analyte: 'FASTING-BLOOD-GLUCOSE', unit: 'mg/dL', factor: 0.0555 }
    const mapped = await lab.call('PUT', `${path}/codes`, { by: manager, body })
    expect(mapped.json().message).toBe('GLU is saved.')
    expect((await lab.call('GET', path, { by: manager })).json().codes).toMatchObject([
      { ...body, analyteUnit: 'mmol/L', held: 0 },
    ])
  })

  it('files of an analyser are stored and moved, and their values are offered', async () => {
    const base = mkdtempSync(join(tmpdir(), 'phial-files-'))
    mkdirSync(join(base, 'counter'))
    const config = { ...lab.context.config, instrumentsFolder: base }
    await holding.stop()
    holding = holdInstruments({ ...lab.context, config }, { everyMs: 50 })
    const csv = {
      sample: 'Sample',
      code: 'Test',
      value: 'Result',
      unit: 'Unit',
      time: 'Time',
      flags: '',
      operator: 'By',
    }
    const files = {
      protocol: 'csv',
      way: 'folder',
      folder: 'counter',
      csv,
      sampleAt: '',
      profile: 'generic-csv',
    }
    const refused = (fields: object) =>
      addAnalyser(lab, manager, 'sysmex-xn', { name: 'Files', ...files, ...fields }).catch(
        ({ message }) => JSON.parse(message).fields,
      )
    expect(await refused({ folder: '../etc' })).toHaveProperty('folder')
    expect(await refused({ folder: '' })).toEqual({ folder: ['Enter the name of the folder'] })
    expect(await refused({ csv: null })).toHaveProperty(['csv.sample'])
    expect(await refused({ way: 'listen' })).toHaveProperty('way')
    expect(await refused({ csv: { ...csv, value: '' } })).toHaveProperty(['csv.value'])
    const { id } = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Files', ...files })
    expect(await refused({ name: 'Files 2' })).toEqual({ folder: ['Another analyser uses this folder'] })
    for (const code of ['WBC', 'HGB']) {
      await lab.call('PUT', `/api/instruments/${id}/codes`, {
        by: manager,
        body: { code, analyte: code, unit: '', factor: null },
      })
    }
    await turn(lab, manager, id, 'live')
    const analyser = async () => (await lab.call('GET', `/api/instruments/${id}`, { by: manager })).json()
    const trouble = async () => (await analyser()).trouble
    const { task } = await bench.started(ama, hana)
    const accession = await accessionOf(task)
    const text = `Sample;Test;Result;Unit;Time;By\n${accession};WBC;6,1;10*3/uL;2026-03-09 08:20;Kofi\n${accession};HGB;129;g/L;;\n`
    writeFileSync(join(base, 'counter', 'run 1.csv'), text)
    const form = async () => analyteOf(await bench.form(task, hana), 'WBC')
    await expect
      .poll(form, { timeout: 15_000 })
      .toMatchObject({ measured: { value: 6.1, instrument: 'Files', operator: 'Kofi' } })
    expect(readdirSync(join(base, 'counter'))).toEqual(['done'])
    expect(readdirSync(join(base, 'counter', 'done'))).toEqual([expect.stringContaining('run 1.csv')])
    expect(await measured(accession)).toHaveLength(2)
    // A repeated file counts once.
    writeFileSync(join(base, 'counter', 'again.csv'), text)
    await expect.poll(() => readdirSync(join(base, 'counter')), { timeout: 15_000 }).toEqual(['done'])
    expect(await measured(accession)).toHaveLength(2)
    // Saving without a change writes no audit entry.
    const { version, ...kept } = await analyser()
    const settings = Object.fromEntries(
      [
        'name',
        'serialNumber',
        'host',
        'allowed',
        'folder',
        'csv',
        'protocol',
        'way',
        'port',
        'tls',
        'encoding',
        'checksum',
      ]
        .concat('acknowledged', 'sampleAt', 'codeAt', 'controlPattern', 'sendsOrders', 'sendsPatient')
        .map((field) => [field, kept[field]]),
    )
    const saved = await lab.call('PUT', `/api/instruments/${id}`, {
      by: manager,
      body: { ...settings, version },
    })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(
      await rows(
        `select from audit where subject_id = $1 and action = 'instrument.changed' and after ? 'csv'`,
        id,
      ),
    ).toEqual([])
    // A link in place of the folder is not followed.
    rmSync(join(base, 'counter', 'done'), { recursive: true })
    mkdirSync(join(base, 'elsewhere'))
    symlinkSync(join(base, 'elsewhere'), join(base, 'counter', 'done'))
    writeFileSync(join(base, 'counter', 'linked.csv'), text)
    await expect.poll(trouble, { timeout: 15_000 }).toContain('“done” is not a folder')
    expect(readdirSync(join(base, 'elsewhere'))).toEqual([])
    await turn(lab, manager, id, 'off')
    await holding.stop()
    holding = hold(lab)
    rmSync(base, { recursive: true })
  })

  it('a connection can be encrypted in both directions of connecting', async () => {
    const files = certificateFiles()
    const config = { ...lab.context.config, instrumentsTls: files, instrumentsCa: files.cert }
    await holding.stop()
    holding = holdInstruments({ ...lab.context, config }, { everyMs: 50 })
    const message = lines('MSH|^~\\&|A|B|||20260309083000||ORU^R01|1|P|2.3.1', 'OBR|1||7')
    const listening = await addAnalyser(lab, manager, 'generic-hl7', { name: 'Encrypted', tls: true })
    await turn(lab, manager, listening.id, 'live')
    const trouble = async (id: string) =>
      (await lab.call('GET', `/api/instruments/${id}`, { by: manager })).json().trouble
    const plain = await dial(listening.port)
    plain.on('error', () => {})
    plain.resume()
    plain.write('MSH|^~\\&|Not encrypted')
    await new Promise((done) => plain.once('close', done))
    await expect.poll(() => trouble(listening.id)).toContain('could not be encrypted')
    const socket = connectTls({ port: listening.port, host: '127.0.0.1', ca: readFileSync(files.cert) })
    await once(socket, 'secureConnect')
    expect(await sendHl7(socket, message)).toContain('MSA|AA|1')
    socket.destroy()
    // A connection before the TLS handshake does not keep the link open.
    const silent = await dial(listening.port)
    silent.on('error', () => {})
    silent.resume()
    await turn(lab, manager, listening.id, 'off')
    await expect.poll(() => silent.destroyed, { timeout: 5_000 }).toBe(true)
    const server = createTlsServer({ cert: readFileSync(files.cert), key: readFileSync(files.key) })
    const port = await freePort()
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const met = once(server, 'secureConnection')
    const fields = { name: 'Encrypted too', tls: true, way: 'connect', host: '127.0.0.1', port }
    const dialled = await addAnalyser(lab, manager, 'generic-hl7', fields)
    await turn(lab, manager, dialled.id, 'live')
    const [analyser] = await met
    expect(await sendHl7(analyser, message)).toContain('MSA|AA|1')
    await turn(lab, manager, dialled.id, 'off')
    analyser.destroy()
    server.close()
    await holding.stop()
    holding = hold(lab)
    rmSync(files.folder, { recursive: true })
  })

  it('a profile is exported from an analyser and imported for another; a wrong profile is refused with the name of the field', async () => {
    const exported = await lab.call('GET', `/api/instruments/${xn.id}/profile`, { by: manager })
    const profile = exported.json()
    expect(profile).toMatchObject({ format: 'phial-instrument-profile', version: 1, key: 'sysmex-xn-own' })
    expect(profile.settings).not.toHaveProperty('allowed')
    expect(profile.codes).toContainEqual({ code: 'HGB', analyte: 'HGB', unit: 'g/dL', factor: null })
    const take = async (change: object, by = manager) =>
      (await lab.call('POST', '/api/instruments/profiles', { by, body: { ...profile, ...change } })).json()
    expect((await take({ key: 'Sysmex XN' })).fields).toHaveProperty('key')
    expect((await take({ key: 'sysmex-xn' })).fields).toEqual({
      key: ['A shipped profile has this key; choose another'],
    })
    expect((await take({ format: 'other' })).fields).toEqual({
      format: ['This is not an analyser profile'],
    })
    expect((await take({ settings: { ...profile.settings, port: 0 } })).fields).toHaveProperty([
      'settings.port',
    ])
    expect(
      (
        await take({
          codes: [
            { code: 'A', analyte: null },
            { code: '', analyte: null },
          ],
        })
      ).fields,
    ).toHaveProperty(['codes.1.code'])
    expect((await take({ host: '192.0.2.1' })).code).toBe('invalid_input')
    expect((await take({}, hana)).code).toBe('not_allowed')
    const codes = [{ code: 'LEUKOCYTES', analyte: 'WBC', unit: 'g/L', factor: 2 }]
    expect((await take({ key: 'ours', name: 'Ours', codes })).message).toBe('The profile Ours is imported.')
    const listed = (await lab.call('GET', '/api/instruments/profiles', { by: hana })).json()
    expect(listed.map(({ key }: { key: string }) => key)).toContain('ours')
    const added = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'With ours', profile: 'ours' })
    const detail = (await lab.call('GET', `/api/instruments/${added.id}`, { by: manager })).json()
    expect(detail.codes).toMatchObject(codes)
  })

  it('lots and calibrations are added, struck out, and shown as marks on the control charts of their analytes', async () => {
    const path = `/api/instruments/${xn.id}/events`
    const note = (body: object, by = manager) =>
      lab.call('POST', path, { by, body: { kind: 'lot', day: '2026-03-09', time: '07:00', ...body } })
    expect((await note({})).json().fields).toEqual({ lot: ['Enter the lot number'] })
    expect((await note({ lot: 'R1', day: '2026-03-10' })).json().fields).toHaveProperty('day')
    expect((await note({ kind: 'service', analyte: 'NOTHING' })).json().fields).toHaveProperty('analyte')
    expect((await note({ lot: 'R1' }, hana)).json().code).toBe('not_allowed')
    expect((await note({ lot: 'R1', expiresOn: '2026-12-31' })).statusCode).toBe(201)
    await note({ kind: 'calibration', analyte: 'HGB', time: '07:30' })
    await note({ kind: 'service', dueOn: '2026-09-09', note: 'Pump replaced' })
    await note({ lot: 'WRONG' })
    const [wrong] = (await lab.call('GET', path, { by: manager })).json().rows
    const strike = () =>
      lab.call('PUT', `${path}/${wrong.id}/strike-out`, { by: manager, body: { reason: 'Typed twice' } })
    expect((await strike()).statusCode).toBe(200)
    expect((await strike()).statusCode).toBe(409)
    expect((await lab.call('GET', path, { by: manager })).json().rows).toMatchObject([
      { lot: 'WRONG', struckOut: { by: 'Mansa Manager', reason: 'Typed twice' } },
      { kind: 'service', dueOn: '2026-09-09', note: 'Pump replaced' },
      { kind: 'calibration', analyte: expect.any(String), at: '2026-03-09T07:30:00.000Z' },
      { kind: 'lot', lot: 'R1', expiresOn: '2026-12-31', struckOut: null },
    ])
    const due = async () =>
      (await lab.call('GET', '/api/instruments', { by: hana }))
        .json()
        .instruments.find(({ id }: { id: string }) => id === xn.id).careDue
    expect(await due()).toEqual({ kind: 'service', dueOn: '2026-09-09', isOver: false })
    await note({ kind: 'service', time: '07:10', dueOn: '2026-03-09' })
    expect(await due()).toEqual({ kind: 'service', dueOn: '2026-03-09', isOver: true })
    await note({ kind: 'service', time: '07:20' })
    expect(await due()).toBe(null)
    const [{ site_id: site }] = await rows('select site_id from instrument where id = $1', xn.id)
    const marks = async (analyte: string) =>
      (await lab.call('GET', `/api/instruments/marks?site=${site}&analyte=${analyte}`, { by: hana }))
        .json()
        .map(({ kind, instrument }: { kind: string; instrument: string }) => [kind, instrument])
    expect(await marks('WBC')).toEqual([['lot', 'sysmex-xn']])
    expect(await marks('HGB')).toEqual([
      ['lot', 'sysmex-xn'],
      ['calibration', 'sysmex-xn'],
    ])
    expect(await marks('ALT')).toEqual([])
  })

  it('a lot that the stock has is chosen from its opened lots, and stands as a mark with its item', async () => {
    const [{ site_id: site }] = await rows('select site_id from instrument where id = $1', xn.id)
    const post = (path: string, body: object, by = manager) => lab.call('POST', path, { by, body })
    const reagent = { name: 'Cell pack', kind: 'reagent', unit: 'tests', reorderLevel: 0, deliveryDays: 0 }
    const item = (await post('/api/stock', { ...reagent, siteId: site })).json().id
    await post(`/api/stock/${item}/receive`, { number: 'CP-1', expiresOn: '2026-12-31', amount: 100 })
    const [{ id: stockLot }] = (await lab.call('GET', `/api/stock/${item}`, { by: manager })).json().lots
    const path = `/api/instruments/${xn.id}`
    const lots = async () => (await lab.call('GET', `${path}/lots`, { by: manager })).json().lots
    const note = (body: object) =>
      post(`${path}/events`, { kind: 'lot', day: '2026-03-09', time: '07:45', ...body })
    // Not opened yet: it can be neither chosen nor typed.
    expect(await lots()).toEqual([])
    expect((await note({ stockLot })).json().fields).toHaveProperty('stockLot')
    expect((await note({ lot: 'cp-1' })).json().fields).toHaveProperty('lot')
    await post(`/api/stock/lots/${stockLot}/open`, {}, hana)
    expect(await lots()).toMatchObject([{ id: stockLot, item: 'Cell pack', number: 'CP-1', isUsable: true }])
    expect((await note({ lot: 'CP-1' })).json().fields).toHaveProperty('lot')
    expect((await note({ stockLot })).statusCode).toBe(201)
    const [event] = (await lab.call('GET', `${path}/events`, { by: manager })).json().rows
    expect(event).toMatchObject({ kind: 'lot', lot: 'CP-1', item: 'Cell pack', expiresOn: '2026-12-31' })
    const marks = await lab.call('GET', `/api/instruments/marks?site=${site}&analyte=WBC`, { by: hana })
    expect(marks.json().at(-1)).toMatchObject({ kind: 'lot', lot: 'CP-1', item: 'Cell pack' })
    // A lot that is not kept in the stock is typed, as before.
    expect((await note({ lot: 'Sample of the maker' })).statusCode).toBe(201)
    expect((await lab.call('GET', `${path}/lots`, { by: hana })).statusCode).toBe(403)
    await post(`/api/stock/lots/${stockLot}/discard`, { amount: 100, reason: 'Spilt' }, hana)
    expect(await lots()).toEqual([])
    // A lot of another site.
    const other = (
      await post('/api/settings/sites', { name: 'Tamale', timeZone: 'Africa/Accra', chairs: 1 })
    ).json().id
    const there = (await post('/api/stock', { ...reagent, siteId: other })).json().id
    await post(`/api/stock/${there}/receive`, { number: 'CP-2', expiresOn: '2026-12-31', amount: 1 })
    const [{ id: otherLot }] = (await lab.call('GET', `/api/stock/${there}`, { by: manager })).json().lots
    await post(`/api/stock/lots/${otherLot}/open`, {})
    expect((await note({ stockLot: otherLot })).json().fields).toHaveProperty('stockLot')
  })

  it('invalid settings of an analyser are refused at their field, and changes need the permission', async () => {
    const add = (fields: object, by = manager) =>
      addAnalyser(lab, by, 'sysmex-xn', fields).catch(({ message }) => JSON.parse(message))
    expect((await add({})).fields).toEqual({ name: ['Another analyser has this name'] })
    expect((await add({ name: 'Two', port: xn.port })).fields).toEqual({
      port: ['Another analyser uses this port'],
    })
    expect((await add({ name: 'Two', allowed: '192.168.1' })).fields).toHaveProperty('allowed')
    expect((await add({ name: 'Two', way: 'connect' })).fields).toEqual({
      host: ['Enter the address of the analyser'],
    })
    expect((await add({ name: 'Two' }, hana)).code).toBe('not_allowed')
  })

  it('an address that is not in the list cannot connect', async () => {
    const closed = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Closed', allowed: '192.0.2.1' })
    await turn(lab, manager, closed.id, 'live')
    const socket = await dial(closed.port)
    await new Promise((done) => socket.once('close', done))
    await expect
      .poll(async () => {
        const { instruments } = (await lab.call('GET', '/api/instruments', { by: hana })).json()
        return instruments.find(({ name }: { name: string }) => name === 'Closed').trouble
      })
      .toContain('127.0.0.1 was refused')
  })

  it('what happens on a link while the database is slow is noted at once afterwards', async () => {
    const { port, id } = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Noisy', allowed: '192.0.2.1' })
    await turn(lab, manager, id, 'live')
    const refused = async () => once(await dial(port), 'close')
    await refused()
    await lab.superuser.query(`
      create sequence notes;
      create function count_note() returns trigger language plpgsql security definer as
        'begin perform nextval(''notes''); return new; end';
      create trigger note_is_counted before update on instrument_link for each row execute function count_note()`)
    const slow = await lab.superuser.connect()
    try {
      await slow.query('begin')
      await slow.query('select from instrument_link where instrument_id = $1 for update', [id])
      for (let n = 0; n < 30; n++) await refused()
      await slow.query('commit')
    } finally {
      slow.release(true)
    }
    await holding.stop()
    const { rows: noted } = await lab.superuser.query('select last_value::int as times from notes')
    expect(noted[0].times).toBeLessThan(10)
    await lab.superuser.query('drop trigger note_is_counted on instrument_link')
    holding = hold(lab)
  })
})
