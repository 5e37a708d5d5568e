import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BoardState, DeskState, MyState } from '#contract/queue-views.ts'
import { setWaits } from '#server/modules/queue/waits.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { follow, type Reader } from './live-reader.ts'
import { mainSite, queueOf } from './queue-day.ts'

/** Two servers on one database: changes through one are streamed by the other. */
let lab: TestApp
let otherServer: TestApp
let queue: ReturnType<typeof queueOf>
let urls: string[]
let ama: Person
let kofi: Person
let pat: Person
let manager: Person

beforeAll(async () => {
  lab = await openTestApp()
  otherServer = await openTestApp({ sameDatabaseAs: lab })
  queue = queueOf(lab)
  urls = [await lab.listen(), await otherServer.listen()]
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  kofi = await lab.signUpPatient({ fullName: 'Kofi Owusu' })
  pat = await lab.makeStaff('technician', { fullName: 'Pat Phlebotomist' })
  manager = await lab.makeStaff('admin')
  await queue.open(pat, 1)
})
afterAll(async () => {
  await otherServer.close()
  await lab.close()
})

let readers: Reader[] = []
afterEach(() => {
  for (const reader of readers) reader.cut()
  readers = []
})
async function reads(
  path: string,
  by?: { headers: Record<string, string> },
  { through = 1, lastEventId }: { through?: number; lastEventId?: string } = {},
): Promise<Reader> {
  const reader = await follow(urls[through] ?? '', `/api/queue/${path}`, {
    ...(by && { headers: by.headers }),
    ...(lastEventId !== undefined && { lastEventId }),
  })
  readers.push(reader)
  return reader
}
const lastSeq = async () =>
  (await lab.pool.query('select last_event from queue where site_id = $1', [mainSite])).rows[0]?.last_event
const stateOf = <State>(reader: Reader) => reader.told().at(-1)?.state as State

/** A walk-in is called, started and finished, through the other server than the readers'. */
async function oneServed() {
  const { id } = await queue.walkedIn(pat)
  await queue.called(pat, 1)
  await queue.ticket(pat, id, 'start')
  await queue.ticket(pat, id, 'finish')
}

describe('a stream', () => {
  it('a stream sends the state first and then each change, through any process', async () => {
    const desk = await reads('desk/stream', pat)
    const board = await reads(`board/${mainSite}/stream`)
    await Promise.all([desk, board].map((reader) => reader.until(({ event }) => event === 'queue')))
    expect(stateOf<DeskState>(desk).desks[0]).toMatchObject({ state: 'open', ticket: null })
    expect(desk.told()[0]).toMatchObject({ events: [], reset: false })
    const ticket = await queue.walkedIn(pat)
    await queue.called(pat, 1)
    await Promise.all([desk, board].map(async (reader) => reader.untilSeq(await lastSeq())))
    expect(stateOf<DeskState>(desk).desks[0]?.ticket?.code).toBe(ticket.code)
    expect(stateOf<BoardState>(board).calls[0]).toMatchObject({
      code: ticket.code,
      desk: 'Chair 1',
      again: false,
    })
    expect(desk.told().flatMap(({ events }) => events.map(({ kind, code }) => [kind, code]))).toEqual([
      ['arrived', ticket.code],
      ['issued', ticket.code],
      ['called', ticket.code],
    ])
    // The stream of the board has calls only.
    expect(board.told().flatMap(({ events }) => events)).toEqual([
      { seq: await lastSeq(), code: ticket.code, desk: 'Chair 1', at: expect.any(String), again: false },
    ])
    const answer = await lab.call('GET', '/api/queue/desk', { by: pat })
    expect({ ...stateOf<DeskState>(desk), at: '' }).toEqual({ ...answer.json(), at: '' })
    const publicAnswer = await lab.call('GET', `/api/queue/board/${mainSite}`)
    expect({ ...stateOf<BoardState>(board), at: '' }).toEqual({ ...publicAnswer.json(), at: '' })
    await queue.ticket(pat, ticket.id, 'finish')
  })

  it('a stream that was cut resumes at another process without gap or repeat', async () => {
    const from = await lastSeq()
    const steady = await reads('desk/stream', pat, { lastEventId: String(from) })
    let going = true
    const work = (async () => {
      while (going) await oneServed()
    })()
    const numbers: number[] = []
    let lastEventId = String(from)
    for (let cut = 0; cut < 8 || (await lastSeq()) - from <= 30; cut++) {
      const reader = await reads('desk/stream', pat, { through: cut % 2, lastEventId })
      await sleep(60 + (cut % 8) * 17)
      // Events sent but not received before the cut are sent again.
      reader.cut()
      numbers.push(...reader.numbers())
      lastEventId = reader.lastId() || lastEventId
    }
    going = false
    await work
    const to = await lastSeq()
    const last = await reads('desk/stream', pat, { lastEventId })
    await last.untilSeq(to)
    numbers.push(...last.numbers())
    const all = Array.from({ length: to - from }, (_, index) => from + 1 + index)
    expect(numbers).toEqual(all)
    await steady.untilSeq(to)
    expect(steady.numbers()).toEqual(all)
  })

  it('a stream is reset after too many missed events, or with an unknown event number', async () => {
    while ((await lastSeq()) < 210) await oneServed()
    for (const lastEventId of ['1', '999999', 'nonsense']) {
      const reader = await reads('desk/stream', pat, { lastEventId })
      await reader.until(({ event }) => event === 'queue')
      expect(reader.told()[0]).toMatchObject({ reset: true, events: [], seq: await lastSeq() })
    }
  }, 60_000)

  it('a stream loses no change when the listening connection is cut', async () => {
    const from = await lastSeq()
    const reader = await reads('desk/stream', pat)
    await reader.until(({ event }) => event === 'queue')
    const kill = () =>
      lab.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'phial live' and datname = $1",
        [lab.database],
      )
    for (let count = 0; count < 6; count++) {
      const { rows } = await kill()
      expect(rows.length).toBeLessThanOrEqual(2)
      await oneServed()
    }
    const to = await lastSeq()
    await reader.untilSeq(to)
    expect(reader.numbers()).toEqual(Array.from({ length: to - from }, (_, index) => from + 1 + index))
  })

  it('a stream sends a new forecast, and nothing without a change', async () => {
    const ticket = await queue.walkedIn(pat)
    const reader = await reads('desk/stream', pat, { through: 0 })
    await reader.until(({ event }) => event === 'queue')
    const wait = { kind: 'range', low: 5, high: 10, comeBackBy: '2026-03-09T08:35:00.000Z' } as const
    setWaits(mainSite, new Map([[ticket.id, wait]]))
    await reader.until(({ data }) => data.includes('comeBackBy'))
    const told = reader.messages.length
    setWaits(mainSite, new Map([[ticket.id, wait]]))
    await sleep(150)
    expect(reader.messages).toHaveLength(told)
    setWaits(mainSite, new Map())
    await queue.ticket(pat, ticket.id, 'leave')
  })
})

describe('a patient’s stream', () => {
  it('a patient’s stream has only their own ticket and the number before it', async () => {
    const [own, other] = [await queue.booked(ama, '09:00'), await queue.booked(kofi, '09:00')]
    const reader = await reads('mine/stream', ama)
    await reader.until(({ event }) => event === 'queue')
    expect(stateOf<MyState>(reader).places).toEqual([])
    const others = (await queue.checkIn(pat, other.id)).json().ticket
    const mine = (await queue.checkIn(pat, own.id)).json().ticket
    await reader.until(({ data }) => data.includes('"peopleBefore":1'))
    await queue.called(pat, 1)
    await reader.until(
      ({ data }) => data.includes(`"code":"${mine.code}"`) && data.includes('"peopleBefore":0'),
    )
    await queue.ticket(pat, others.id, 'finish')
    await queue.called(pat, 1)
    await reader.until(({ data }) => data.includes('"status":"called"'))
    expect(stateOf<MyState>(reader).places).toMatchObject([{ code: mine.code, desk: 'Chair 1' }])
    expect(reader.told().flatMap(({ events }) => events.map(({ kind, code }) => [kind, code]))).toEqual([
      ['arrived', mine.code],
      ['issued', mine.code],
      ['called', mine.code],
    ])
    const text = reader.messages.map(({ data }) => data).join()
    for (const foreign of ['Kofi', other.id, other.reference, others.id]) expect(text).not.toContain(foreign)
    await queue.ticket(pat, mine.id, 'finish')
    await reader.until(({ data }) => data.includes('"status":"finished"'))
  })

  it('the holder of a pass code follows a ticket without a name', async () => {
    const visit = await queue.booked(ama, '09:15')
    const { ticket, passCode } = (await queue.checkIn(pat, visit.id)).json()
    const reader = await reads('place/stream', { headers: { 'x-pass-code': passCode } })
    await reader.until(({ event }) => event === 'queue')
    await queue.called(pat, 1)
    await reader.until(({ data }) => data.includes('"status":"called"'))
    expect(reader.messages.map(({ data }) => data).join()).not.toContain('Ama')
    expect((await reads('place/stream', { headers: { 'x-pass-code': 'ABCDEFGH' } })).status).toBe(404)
    await queue.ticket(pat, ticket.id, 'finish')
  })
})

describe('the end of a stream', () => {
  it('a stream ends with its session: by log-out, deactivation or expiry', async () => {
    const [out, dismissed, silent] = await Promise.all([1, 2, 3].map(() => lab.makeStaff('technician')))
    if (!out || !dismissed || !silent) throw new Error('Nobody is there')
    const streams = await Promise.all([out, dismissed, silent].map((person) => reads('desk/stream', person)))
    const kept = await reads('desk/stream', manager)
    const signedOut = (reader?: Reader) => reader?.until(({ event }) => event === 'end')
    await lab.call('POST', '/api/auth/logout', { by: out })
    expect((await signedOut(streams[0]))?.data).toBe('{"reason":"signed_out"}')
    await lab.call('DELETE', `/api/technician/${dismissed.accountId}`, { by: manager })
    expect((await signedOut(streams[1]))?.data).toBe('{"reason":"signed_out"}')
    await Promise.all([streams[0]?.ended, streams[1]?.ended])
    await lab.pool.query(
      "update session set last_seen_at = last_seen_at - interval '31 minutes' where account_id = $1",
      [silent.accountId],
    )
    // A log-out makes the servers check sessions; otherwise they check every 15 seconds.
    await lab.pool.query("select pg_notify('live', 'session')")
    await signedOut(streams[2])
    await oneServed()
    await kept.untilSeq(await lastSeq())
    expect(kept.messages.some(({ event }) => event === 'end')).toBe(false)
  })

  it('streams end at once when the server stops', async () => {
    const third = await openTestApp({ sameDatabaseAs: lab })
    const url = await third.listen()
    const following = await Promise.all([
      follow(url, `/api/queue/board/${mainSite}/stream`),
      follow(url, '/api/queue/desk/stream', { headers: pat.headers }),
    ])
    await Promise.all(following.map((reader) => reader.until(({ event }) => event === 'queue')))
    const [cut] = following
    const gone = await follow(url, `/api/queue/board/${mainSite}/stream`)
    gone.cut()
    const closing = third.close()
    await Promise.all(following.map((reader) => reader.ended))
    await closing
    expect(cut?.messages.some(({ event }) => event === 'end')).toBe(false)
  })

  it('a HEAD request of a stream is answered without a body', async () => {
    const head = await fetch(`${urls[0]}/api/queue/board/${mainSite}/stream`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(head.headers.get('x-content-type-options')).toBe('nosniff')
    expect(head.headers.get('cache-control')).toBe('no-store')
  })

  it('the number of streams of a session is limited', async () => {
    const greedy = await lab.makeStaff('technician')
    const streams = []
    for (let count = 0; count < 21; count++) streams.push(await reads('desk/stream', greedy))
    expect(streams.map(({ status }) => status)).toEqual([...Array(20).fill(200), 503])
    streams[0]?.cut()
    await expect.poll(async () => (await reads('desk/stream', greedy)).status, { timeout: 5_000 }).toBe(200)
  })
})

describe('the live topics', () => {
  it('the stream of live topics tells staff that a topic has changed, without its data', async () => {
    const reader = await follow(urls[1] ?? '', '/api/live?topics=bench', { headers: pat.headers })
    readers.push(reader)
    await reader.until(({ event }) => event === 'changed')
    const count = () => reader.messages.length
    const before = count()
    const ticket = await queue.walkedIn(pat)
    await sleep(400)
    expect(count()).toBe(before)
    await lab.call('POST', `/api/labtest/appointment/${ticket.visitId}/collect`, {
      by: pat,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
    })
    await expect.poll(count, { timeout: 5_000 }).toBe(before + 1)
    expect(new Set(reader.messages.map(({ data }) => data))).toEqual(new Set(['{"topic":"bench"}']))
    const bad = await lab.call('GET', '/api/live?topics=bench,secrets', { by: pat })
    expect(bad.statusCode).toBe(400)
    expect((await lab.call('GET', '/api/live?topics=bench', { by: ama })).statusCode).toBe(403)
  })
})
