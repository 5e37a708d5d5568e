import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bench, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { addAnalyser, dial, hold, lines, sendHl7, turn } from './instruments.ts'
import { textsOf } from './read-pdf.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let manager: Person
let kofi: Person
let holding: ReturnType<typeof hold>
let bc: { id: string; port: number }
let accession: string
let messageId: string

/** Messages are processed by a job. */
const soon = { timeout: 10_000 }
const rows = async (statement: string, ...values: unknown[]) => (await lab.pool.query(statement, values)).rows

beforeAll(async () => {
  ;({ lab, bench, ama, hana } = await openBench({ vault: true }))
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  // Connects analysers, and may not release results.
  kofi = await lab.makeStaff('technician', { fullName: 'Kofi Connects' })
  await rows(`update account set permissions = '{instruments}' where id = $1`, kofi.accountId)
  bc = await addAnalyser(lab, manager, 'mindray-bc-5380', { serialNumber: 'SN 77' })
  await turn(lab, manager, bc.id, 'trial')
  holding = hold(lab)
  const { task } = await bench.started(ama, hana)
  ;[{ accession }] = await rows(
    'select s.accession from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id where k.id = $1',
    task,
  )
  const socket = await dial(bc.port)
  await sendHl7(
    socket,
    lines(
      'MSH|^~\\&|BC-5380|Mindray|||20260309083000||ORU^R01|42|P|2.3.1',
      `OBR|1||${accession}|00001^Automated Count^99MRC`,
      'OBX|1|NM|6690-2^WBC^LN||6.10|10*9/L||N|||F|||20260309082600',
      'OBX|2|NM|718-7^HGB^LN||129|g/L||N|||F',
    ),
  )
  socket.destroy()
  const path = `/api/instruments/${bc.id}/messages`
  await vi.waitFor(
    async () => expect((await lab.call('GET', path, { by: manager })).json().rows[0]?.state).toBe('trial'),
    soon,
  )
  messageId = (await lab.call('GET', path, { by: manager })).json().rows[0].id
})
afterAll(async () => {
  await holding.stop()
  await lab.close()
})

const at = () => `/api/instruments/${bc.id}/verifications`
const start = async (by = kofi) => lab.call('POST', at(), { by })
const read = async (id: string, by = manager) => (await lab.call('GET', `${at()}/${id}`, { by })).json()
const sign = async (id: string, by = manager) =>
  lab.call('POST', `${at()}/${id}/sign`, { by, body: { version: (await read(id, by)).version } })
const abandon = (id: string, reason = 'Only a try', by = kofi) =>
  lab.call('POST', `${at()}/${id}/abandon`, { by, body: { reason } })

type Entry = { position: number; value: string; unit: string; sample?: string }
const white: Entry = { position: 0, value: '6.1', unit: '10*9/L' }
const red: Entry = { position: 1, value: '12.9', unit: 'g/dL' }
const enter = async (id: string, entries: readonly Entry[], by = kofi, message = messageId) =>
  lab.call('PUT', `${at()}/${id}/messages/${message}`, {
    by,
    body: {
      values: entries.map((one) => ({ sample: accession, ...one })),
      version: (await read(id)).version,
    },
  })

describe('an interface verification', () => {
  it('compares what the analyser showed with what arrived, and is signed with name and qualification', async () => {
    const started = await start()
    expect(started.statusCode, started.body).toBe(201)
    const { id } = started.json()
    expect((await start()).json().message).toContain('is in progress')
    expect((await sign(id)).json().message).toBe('Compare at least one value first.')

    // The haemoglobin was read wrongly from the printout.
    expect((await enter(id, [white, { ...red, value: '12.8' }])).statusCode).toBe(200)
    const first = await read(id)
    expect(first).toMatchObject({
      state: 'open',
      compared: 2,
      mapping: { profile: 'mindray-bc-5380', protocol: 'hl7', serialNumber: 'SN 77' },
      comparisons: [
        {
          code: '6690-2',
          sentValue: '6.10',
          result: '6.1',
          unit: '10*3/uL',
          agrees: true,
          by: 'Kofi Connects',
        },
        {
          code: '718-7',
          sentValue: '129',
          sentUnit: 'g/L',
          result: '12.9',
          unit: 'g/dL',
          agrees: false,
          why: 'other_value',
        },
      ],
    })
    expect(first.notCompared.map(({ code }: { code: string }) => code)).not.toContain('718-7')
    expect(first.notCompared.length).toBeGreaterThan(0)
    expect((await sign(id)).json().message).toContain('Some values do not agree')

    expect((await enter(id, [white, red])).statusCode).toBe(200)
    expect((await read(id, kofi)).whyNotSign).toContain('Release results')
    expect((await sign(id, kofi)).statusCode).toBe(409)
    const signatories = (await lab.call('GET', '/api/settings/signatories', { by: manager })).json()
    const own = signatories.find(({ fullName }: { fullName: string }) => fullName === 'Mansa Manager')
    await lab.call('PUT', `/api/settings/signatories/${own.accountId}`, {
      by: manager,
      body: { qualification: 'MSc Biomedical Science', licenceNumber: 'AHPC 12', version: own.version },
    })
    expect((await sign(id)).json().message).toContain('is signed')

    const signed = await read(id)
    expect(signed).toMatchObject({
      state: 'signed',
      signed: { by: 'Mansa Manager', isOutdated: false },
      comparisons: [{ agrees: true }, { agrees: true }],
    })
    const pdf = await lab.call('GET', `${at()}/${id}/verification.pdf`, { by: kofi })
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(createHash('sha256').update(pdf.rawPayload).digest('hex')).toBe(signed.signed.sha256)
    const text = textsOf(pdf.rawPayload).join(' ')
    for (const part of [
      'Interface verification: mindray-bc-5380',
      'Mansa Manager',
      'MSc Biomedical Science, Licence AHPC 12',
      'Kofi Connects',
      'SN 77',
      '12.9 g/dL: agrees',
      signed.mapping.version,
    ])
      expect(text).toContain(part)
    expect(
      (
        await rows(
          `select action, after->>'sha256' as sha256 from audit where subject_id = $1
            and action like 'instrument.verification%' or action = 'instrument.compared' order by id`,
          bc.id,
        )
      ).map(({ action, sha256 }) => [action, sha256]),
    ).toEqual([
      ['instrument.verification_started', null],
      ['instrument.compared', null],
      ['instrument.compared', null],
      ['instrument.verification_signed', signed.signed.sha256],
    ])
    for (const answer of [await enter(id, [white]), await sign(id), await abandon(id)])
      expect(answer.statusCode).toBe(409)
    await expect(
      lab.superuser.query('update instrument_verification set pdf = null, pdf_sha256 = null where id = $1', [
        id,
      ]),
    ).rejects.toThrow('does not change')
    await expect(
      lab.superuser.query('delete from instrument_comparison where verification_id = $1', [id]),
    ).rejects.toThrow('do not change')
  })

  it('is outdated after the mapping was changed, and keeps what was signed', async () => {
    const [latest] = (await lab.call('GET', at(), { by: kofi })).json().rows
    expect(latest).toMatchObject({ state: 'signed', compared: 2, signed: { isOutdated: false } })
    const map = (factor: number | null) =>
      lab.call('PUT', `/api/instruments/${bc.id}/codes`, {
        by: manager,
        body: { code: '718-7', analyte: 'HGB', unit: 'g/L', factor },
      })
    const { codes } = (await lab.call('GET', `/api/instruments/${bc.id}`, { by: manager })).json()
    const before = codes.find(({ code }: { code: string }) => code === '718-7')
    await map(2)
    const isOutdated = async () => (await read(latest.id)).signed.isOutdated
    expect(await isOutdated()).toBe(true)
    expect((await read(latest.id)).comparisons[1]).toMatchObject({
      result: '12.9',
      unit: 'g/dL',
      agrees: true,
    })
    // A wrong factor is found by the next verification, since the shown unit is compared without it.
    const { id } = (await start()).json()
    await enter(id, [red])
    expect((await read(id)).comparisons).toMatchObject([{ result: '', agrees: false, why: 'impossible' }])
    expect((await abandon(id)).statusCode).toBe(200)
    await lab.call('PUT', `/api/instruments/${bc.id}/codes`, {
      by: manager,
      body: { code: '718-7', analyte: before.analyte, unit: before.unit, factor: before.factor },
    })
    expect(await isOutdated()).toBe(false)
    const { version, ...rest } = await settingsOf()
    const change = (sampleAt: string, follows: number) =>
      lab.call('PUT', `/api/instruments/${bc.id}`, {
        by: manager,
        body: { ...rest, sampleAt, version: follows },
      })
    expect((await change('OBR-3', version)).statusCode).toBe(200)
    expect(await isOutdated()).toBe(true)
    expect((await change('', version + 1)).statusCode).toBe(200)
  })

  it('refuses what cannot be compared', async () => {
    const { id } = (await start()).json()
    expect((await enter(id, [{ ...white, position: 9 }])).json().fields).toHaveProperty(['values.0.position'])
    expect((await enter(id, [{ ...white, value: '' }])).json().fields).toHaveProperty(['values.0.value'])
    expect((await enter(id, [white, white])).json().fields).toHaveProperty('values')
    expect((await enter(id, [white], kofi, bc.id)).statusCode).toBe(404)
    expect((await enter(id, [white], hana)).statusCode).toBe(403)
    const old = await lab.call('PUT', `${at()}/${id}/messages/${messageId}`, {
      by: kofi,
      body: { values: [], version: 99 },
    })
    expect(old.json().code).toBe('changed_meanwhile')
    expect((await abandon(id, '')).json().fields).toHaveProperty('reason')
    // Another sample number on the display.
    await enter(id, [{ ...white, sample: '01260309000026' }])
    expect((await read(id)).comparisons).toMatchObject([{ agrees: false, why: 'other_sample' }])
    expect((await lab.call('GET', `${at()}/${id}/verification.pdf`, { by: kofi })).statusCode).toBe(404)
    await abandon(id)
    expect((await lab.call('GET', at(), { by: kofi })).json().rows[0]).toMatchObject({
      state: 'abandoned',
      abandoned: { by: 'Kofi Connects', reason: 'Only a try' },
    })
  })

  it('is started once and signed once, also by two people at the same time', async () => {
    const both = await Promise.all([start(), start(manager)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const { id } = both.find(({ statusCode }) => statusCode === 201)?.json() ?? { id: '' }
    await enter(id, [red])
    const answers = await Promise.all([sign(id), sign(id), enter(id, [{ ...red, value: '1' }])])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const [{ count }] = await rows(
      `select count(*)::int from instrument_verification where id = $1 and signed_at is not null`,
      id,
    )
    if (count === 0) await abandon(id)
  })
})

async function settingsOf() {
  const detail = (await lab.call('GET', `/api/instruments/${bc.id}`, { by: manager })).json()
  const names =
    `name serialNumber host allowed folder protocol way port tls encoding checksum acknowledged sampleAt codeAt
    controlPattern sendsOrders sendsPatient csv version`.split(/\s+/)
  return Object.fromEntries(names.map((name) => [name, detail[name]]))
}
