import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOrders } from '#server/modules/instruments/orders/queries-orders.ts'
import { simulate } from '#server/modules/instruments/simulator/simulate.ts'
import { queryMessage } from '#server/modules/instruments/simulator/simulated-messages.ts'
import type { Simulated, Simulation } from '#server/modules/instruments/simulator/simulation.ts'
import { systemClock } from '#server/platform/clock.ts'
import { Vault } from '#server/platform/vault/vault.ts'
import { type Bench, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { addAnalyser, count, dial, hold, turn } from './instruments.ts'

/** Without a key at first, so that tests can look for texts in the messages. */
const vault = new Vault(systemClock)
let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let manager: Person
let holding: ReturnType<typeof hold>
/** The first instrument only answers queries; the second also sends orders, with the data of the patient. */
let asked: { id: string; port: number }
let askedHl7: { id: string; port: number }

beforeAll(async () => {
  ;({ lab, bench, ama, hana } = await openBench({ vault }))
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  asked = await addAnalyser(lab, manager, 'sysmex-xn', { codeAt: 5 })
  askedHl7 = await addAnalyser(lab, manager, 'mindray-bc-5380', { sendsPatient: true })
  for (const { id } of [asked, askedHl7]) await turn(lab, manager, id, 'live')
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

/** Connects a simulated analyser, which collects the messages that it receives. */
/** Orders are compared and values are matched by jobs. */
const soon = { timeout: 10_000 }

async function connected(port: number, protocol: 'astm' | 'hl7', how: Simulation = {}) {
  const socket = await dial(port)
  const got: string[] = []
  const analyser: Simulated = simulate(protocol, socket, { onMessage: (text) => got.push(text), ...how })
  const died = () => expect.poll(() => socket.destroyed, soon).toBe(true)
  return { got, send: analyser.send, died, end: () => socket.destroy() }
}
const got = (one: { got: string[] }, of: string, times = 1) =>
  expect.poll(() => one.got.filter((text) => text.includes(of)).length, soon).toBe(times)
const recordOf = (message: string | undefined, type: string) =>
  message?.split('\r').find((line) => line.startsWith(`${type}|`)) ?? ''
const states = async (instrument: string) =>
  (
    await rows(
      `select state from instrument_message where instrument_id = $1 and state in ('waiting', 'sent', 'refused', 'overtaken')
       order by id`,
      instrument,
    )
  ).map(({ state }) => state)

describe('the answer to a query', () => {
  it('has the open tests of the sample in the codes of the analyser, without the patient', async () => {
    const { task } = await bench.started(ama, hana)
    const sample = await accessionOf(task)
    const xn = await connected(asked.port, 'astm')
    const query = queryMessage({ protocol: 'astm', key: '' }, sample, { stamp: '20260309083000' })
    expect(await xn.send(query)).toBe('Acknowledged')
    await got(xn, sample)
    const [answer] = xn.got
    const order = recordOf(answer, 'O').split('|')
    expect(order[2]).toBe(`2^1^${sample}^B`)
    expect(order[4]?.split('\\')).toEqual(
      ['BASO%', 'EO%', 'HCT', 'HGB', 'LYMPH%', 'MONO%', 'NEUT%', 'PLT', 'RBC', 'WBC'].map(
        (code) => `^^^^${code}`,
      ),
    )
    expect([order[11], order[25]]).toEqual(['N', 'Q'])
    expect(recordOf(answer, 'P')).toBe('P|1')
    expect(recordOf(answer, 'L')).toBe('L|1|F')
    expect(answer).not.toContain('Ama')
    // A repeated query is answered again.
    await xn.send(query)
    await got(xn, sample, 2)
    await expect.poll(() => states(asked.id), soon).toEqual(['sent', 'sent'])
    expect(
      await rows(
        `select state, times from instrument_message where instrument_id = $1 and state = 'query'`,
        asked.id,
      ),
    ).toEqual([{ state: 'query', times: 2 }])
    expect(
      await rows(
        `select account_id from audit where action = 'instrument.sent' and subject_id = $1`,
        asked.id,
      ),
    ).toHaveLength(2)
    xn.end()
  })

  it('for all samples is filled with tests that the analyser measures, even if many other tests wait', async () => {
    const { task } = await bench.started(ama, hana, ['Blood Sugar'])
    await rows('update task set rank = 0, due_at = $2 where id = $1', task, '2026-01-01T00:00:00Z')
    const [analyser] = await rows('select site_id as "siteId", id from instrument where id = $1', asked.id)
    const [first] = await openOrders(lab.context.db, analyser, 1)
    expect(first?.codes).toContain('WBC')
  })

  it('for an unknown sample says that there is no information', async () => {
    const xn = await connected(asked.port, 'astm')
    await xn.send(queryMessage({ protocol: 'astm', key: '' }, '99999999999999', { stamp: '20260309083001' }))
    await got(xn, 'L|1|I')
    expect(recordOf(xn.got[0], 'O')).toBe('')
    xn.end()
  })

  it('in HL7 is a response followed by the orders, with the data of the patient if this is set', async () => {
    const { task } = await bench.started(ama, hana)
    const sample = await accessionOf(task)
    const bc = await connected(askedHl7.port, 'hl7')
    const query = queryMessage({ protocol: 'hl7', key: '' }, sample, { stamp: '20260309083000', id: 'Q77' })
    expect(await bc.send(query)).toBe('Answered AA')
    await got(bc, 'OML^O33')
    const [response, order] = bc.got
    expect(response).toContain('RSP^K11^RSP_K11')
    expect(response).toContain('MSA|AA|Q77')
    expect(response).toContain('QAK|Q77|OK|WOS^Work Order Step^IHELAW')
    expect(recordOf(order, 'SPM').split('|')[2]).toBe(sample)
    expect(recordOf(order, 'PID')).toMatch(/\|\|Ama Mensah\|\|\d*\|F$/)
    expect(order?.match(/\rORC\|NW\|/g)).toHaveLength(10)
    expect(order).toContain(`OBR|1|${sample}-718-7||718-7`)
    await expect.poll(() => states(askedHl7.id), soon).toEqual(['sent'])
    bc.end()
  })

  it('in HL7 for an unknown sample is a response without orders and the negative answer of the IHE profile', async () => {
    const bc = await connected(askedHl7.port, 'hl7')
    const query = queryMessage({ protocol: 'hl7', key: '' }, '99999999999999', {
      stamp: '20260309083000',
      id: 'Q78',
    })
    expect(await bc.send(query)).toBe('Answered AA')
    await got(bc, '\rORC|DC|')
    expect(bc.got[1]).not.toContain('OBR|')
    bc.end()
  })

  it('to QRY^Q02 is QCK^Q02 and display lines, and for an unknown sample that nothing was found', async () => {
    const { task } = await bench.started(ama, hana)
    const sample = await accessionOf(task)
    const bs = await connected(askedHl7.port, 'hl7')
    const ask = (of: string, id: string) =>
      bs.send(queryMessage({ protocol: 'hl7', key: 'mindray-bs' }, of, { stamp: '20260309083000', id }))
    expect(await ask(sample, 'Q81')).toBe('Answered AA')
    await got(bs, 'DSR^Q03')
    expect(bs.got.map((text) => recordOf(text, 'MSH').split('|')[8])).toEqual(['QCK^Q02', 'DSR^Q03'])
    const display = bs.got[1]
    expect(display).toContain(`\rDSP|21||${sample}|||\r`)
    expect(display).toContain('\rDSP|3||Ama Mensah|||\r')
    expect(display).toContain('||718-7^^^|||')
    await expect
      .poll(() => rows(`select state from instrument_message where bytes like '%DSR^Q03%'::bytea`), soon)
      .toEqual([{ state: 'sent' }])
    bs.got.length = 0
    expect(await ask('99999999999999', 'Q82')).toBe('Answered AA')
    await got(bs, 'QAK|SR|NF')
    expect(bs.got).toHaveLength(1)
    bs.end()
  })

  it('to ORM^O01 is ORR^O02, which needs no acknowledgement, and for an unknown sample a negative answer', async () => {
    const { task } = await bench.started(ama, hana)
    const sample = await accessionOf(task)
    const bc = await connected(askedHl7.port, 'hl7')
    const ask = (of: string, id: string) =>
      bc.send(queryMessage({ protocol: 'hl7', key: 'mindray-bc-5380' }, of, { stamp: '20260309083000', id }))
    expect(await ask(sample, 'Q91')).toBe('Answered AA')
    expect(bc.got).toHaveLength(1)
    expect(bc.got[0]).toContain(`\rORC|AF|${sample}|${sample}|||\r`)
    expect(bc.got[0]).toContain('||CBC+DIFF||')
    expect(await ask('99999999999999', 'Q92')).toBe('Answered AR')
    await expect
      .poll(() => rows(`select state from instrument_message where bytes like '%ORR^O02%'::bytea`), soon)
      .toEqual([{ state: 'sent' }, { state: 'sent' }])
    // Each answer is recorded as sent, and audited.
    expect(
      await rows(
        `select count(*)::int from audit where action = 'instrument.sent' and after->>'message' in (
          select id::text from instrument_message where bytes like '%ORR^O02%'::bytea)`,
      ),
    ).toEqual([{ count: 2 }])
    bc.end()
  })

  it('leaves out completed and withdrawn tests', async () => {
    const { task } = await bench.started(ama, hana)
    const sample = await accessionOf(task)
    await bench.enter(task, { WBC: 5 }, 0, hana)
    await bench.complete(task, hana)
    const xn = await connected(asked.port, 'astm')
    await xn.send(queryMessage({ protocol: 'astm', key: '' }, sample, { stamp: '20260309083002' }))
    await got(xn, 'L|1|I')
    xn.end()
  })
})

describe('orders when a sample is received', () => {
  /** Turns on the sending of orders for samples that are received from now on. */
  async function sending(profile: 'sysmex-xn' | 'mindray-bc-5380', name: string) {
    lab.clock.advance(1_000)
    const added = await addAnalyser(lab, manager, profile, {
      name,
      sendsOrders: true,
      codeAt: profile === 'sysmex-xn' ? 5 : 0,
    })
    await turn(lab, manager, added.id, 'live')
    return added
  }
  const off = ({ id }: { id: string }) => turn(lab, manager, id, 'off')

  it('are sent once, and withdrawn when the sample is rejected', async () => {
    const before = await accessionOf((await bench.started(ama, hana)).task)
    const xn = await sending('sysmex-xn', 'Sent to')
    const analyser = await connected(xn.port, 'astm')
    const { task } = await bench.started(ama, hana)
    const sample = await accessionOf(task)
    await got(analyser, sample)
    const order = recordOf(analyser.got[0], 'O').split('|')
    expect([order[2], order[11], order[25]]).toEqual([sample, 'N', 'O'])
    expect(recordOf(analyser.got[0], 'L')).toBe('L|1|N')
    await expect.poll(() => states(xn.id), soon).toEqual(['sent'])
    // Nothing is sent again in later runs of the job, or after a reconnect.
    analyser.end()
    const again = await connected(xn.port, 'astm')
    await sleep(300)
    expect(again.got).toEqual([])
    const rejected = await lab.call('POST', `/api/Labtask/sample/${sample}/reject`, {
      by: hana,
      body: { reason: 'Clotted', note: '' },
    })
    expect(rejected.statusCode, rejected.body).toBe(200)
    await got(again, sample)
    const cancel = recordOf(again.got[0], 'O').split('|')
    expect([cancel[4], cancel[11]]).toEqual([order[4], 'C'])
    await expect.poll(() => states(xn.id), soon).toEqual(['sent', 'sent'])
    expect([...analyser.got, ...again.got].join()).not.toContain(before)
    again.end()
    await off(xn)
  })

  it('are sent again once when the test is repeated, also while the first order still waits', async () => {
    const one = await sending('sysmex-xn', 'Repeats')
    const { task } = await bench.started(ama, hana)
    const sample = await accessionOf(task)
    const xn = await connected(one.port, 'astm')
    await got(xn, sample)
    const repeat = async () => {
      const form = (await lab.call('GET', `/api/Labtask/task/${task}/results`, { by: hana })).json()
      await bench.enter(task, { WBC: 5 }, form.resultsRevision, hana)
      await bench.complete(task, hana)
      const answer = await lab.call('POST', `/api/Labtask/task/${task}/repeat`, {
        by: hana,
        body: { reason: 'Clotted', revision: form.resultsRevision + 1 },
      })
      expect(answer.statusCode, answer.body).toBe(200)
      await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'in_progress' } })
    }
    await repeat()
    await got(xn, sample, 2)
    expect(
      await rows('select repeat from instrument_order where task_id = $1 order by repeat', task),
    ).toEqual([{ repeat: 0 }, { repeat: 1 }])
    // Without the analyser, the order of the second repeat waits. It is also that of a third one.
    xn.end()
    await repeat()
    await expect.poll(() => states(one.id), soon).toEqual(['sent', 'sent', 'waiting'])
    // As when the test is completed between the two statements that settle its order and its message.
    await rows(
      'update instrument_order set settled_at = now() where task_id = $1 and settled_at is null',
      task,
    )
    await repeat()
    const again = await connected(one.port, 'astm')
    await got(again, sample)
    await sleep(300)
    expect(again.got).toHaveLength(1)
    again.end()
    await off(one)
  })

  it('wait while the analyser is not connected, and are not sent if they are no longer needed', async () => {
    const bc = await sending('mindray-bc-5380', 'Not connected')
    const [one, two] = [await bench.started(ama, hana), await bench.started(ama, hana)]
    await expect.poll(() => states(bc.id), soon).toEqual(['waiting', 'waiting'])
    await lab.call('POST', `/api/Labtask/sample/${await accessionOf(one.task)}/reject`, {
      by: hana,
      body: { reason: 'Clotted', note: '' },
    })
    await expect.poll(() => states(bc.id), soon).toEqual(['overtaken', 'waiting'])
    const analyser = await connected(bc.port, 'hl7')
    await got(analyser, await accessionOf(two.task))
    await expect.poll(() => states(bc.id), soon).toEqual(['overtaken', 'sent'])
    await sleep(200)
    expect(analyser.got).toHaveLength(1)
    analyser.end()
    await off(bc)
  })

  it('are retried after the loss of the link or the server, and accepted once', async () => {
    for (const [profile, protocol] of [
      ['sysmex-xn', 'astm'],
      ['mindray-bc-5380', 'hl7'],
    ] as const) {
      const added = await sending(profile, `Lost ${protocol}`)
      const dying = await connected(added.port, protocol, { fault: 'die' })
      const sample = await accessionOf((await bench.started(ama, hana)).task)
      await dying.died()
      const second = await connected(added.port, protocol, { fault: 'die' })
      await second.died()
      expect(await states(added.id)).toEqual(['waiting'])
      // Another process takes the links over.
      await holding.stop()
      holding = hold(lab)
      const third = await connected(added.port, protocol)
      await got(third, sample)
      await expect.poll(() => states(added.id), soon).toEqual(['sent'])
      await sleep(200)
      expect([...dying.got, ...second.got, ...third.got]).toHaveLength(1)
      expect(
        await rows(
          `select account_id from audit where action = 'instrument.sent' and subject_id = $1`,
          added.id,
        ),
      ).toHaveLength(1)
      third.end()
      await off(added)
    }
  })

  it('an analyser that bids for the line at the same time sends first', async () => {
    const xn = await sending('sysmex-xn', 'Contention')
    const { task } = await bench.started(ama, hana)
    const sample = await accessionOf(task)
    await expect.poll(() => states(xn.id), soon).toEqual(['waiting'])
    const analyser = await connected(xn.port, 'astm', { fault: 'collision' })
    expect(await analyser.send(count(sample, { WBC: '6.1 10*3/uL' }))).toBe('Acknowledged')
    expect(analyser.got).toEqual([])
    await got(analyser, sample)
    await expect.poll(() => states(xn.id), soon).toEqual(['sent'])
    await expect
      .poll(() => rows('select state from measured_value where instrument_id = $1', xn.id), soon)
      .toEqual([{ state: 'matched' }])
    analyser.end()
    await off(xn)
  })

  it('an order that cannot be decrypted is given up, and the next one is sent', async () => {
    vault.hold({ number: 1, key: randomBytes(32), usedFrom: new Date(0) })
    const bc = await sending('mindray-bc-5380', 'Damaged')
    const [, two] = [await bench.started(ama, hana), await bench.started(ama, hana)]
    await expect.poll(() => states(bc.id), soon).toEqual(['waiting', 'waiting'])
    await lab.superuser.query(`
      set session_replication_role = replica;
      update instrument_message set bytes = set_byte(bytes, length(bytes) - 1, get_byte(bytes, length(bytes) - 1) # 1)
        where id = (select id from instrument_message where instrument_id = '${bc.id}' order by id limit 1);
      reset session_replication_role`)
    const analyser = await connected(bc.port, 'hl7')
    await got(analyser, await accessionOf(two.task))
    await expect.poll(() => states(bc.id), soon).toEqual(['refused', 'sent'])
    analyser.end()
    await off(bc)
  })

  it('a refused order is retried, and is shown as refused after the last attempt', async () => {
    const bc = await sending('mindray-bc-5380', 'Refusing')
    await bench.started(ama, hana)
    const tried = async () =>
      (
        await rows(
          `select state, times from instrument_message where instrument_id = $1 and state in ('waiting', 'refused')`,
          bc.id,
        )
      )[0]
    await expect.poll(tried).toEqual({ state: 'waiting', times: 1 })
    for (let times = 2; times <= 6; times++) {
      const analyser = await connected(bc.port, 'hl7', { accepts: () => false })
      await got(analyser, 'OML^O33')
      await expect
        .poll(tried)
        .toEqual(times > 5 ? { state: 'refused', times: 5 } : { state: 'waiting', times })
      analyser.end()
    }
    await off(bc)
  })
})
