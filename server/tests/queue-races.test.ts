import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openSession } from '#server/modules/access/sessions/sessions.ts'
import { inOrder } from '#server/modules/queue/order.ts'
import { readPicture, siteOf } from '#server/modules/queue/picture.ts'
import { systemClock } from '#server/platform/clock.ts'
import { callingOrder } from '#simulation/calling-rule.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { freePort, type ProductProcess, startProduct } from './product-process.ts'
import { mainSite, queueOf } from './queue-day.ts'

/** Concurrent calls on one queue. Each test compares the database afterwards with the answers. */

const desks = 32

describe('32 desks that press Next at once', () => {
  let lab: TestApp
  let otherServer: TestApp
  let queue: ReturnType<typeof queueOf>
  let staff: Person[]

  beforeAll(async () => {
    lab = await openTestApp({ poolSize: 16 })
    otherServer = await openTestApp({ sameDatabaseAs: lab, poolSize: 16 })
    queue = queueOf(lab)
    await queue.addChairs(5, desks)
    staff = await Promise.all(Array.from({ length: desks }, () => lab.makeStaff('technician')))
    await Promise.all(staff.map((person, index) => queue.ok(queue.open(person, index + 1))))
  })
  afterAll(async () => {
    await otherServer.close()
    await lab.close()
  })

  /** The desks use two servers in turn. */
  const pressAll = () =>
    Promise.all(
      staff.map((person, index) => queueOf(index % 2 === 0 ? lab : otherServer).next(person, index + 1)),
    )

  it('32 desks that press Next at once call no ticket twice and skip none, in the order of the rule', async () => {
    const [pat] = staff
    if (!pat) throw new Error('Nobody is there')
    for (let count = 0; count < 80; count++) {
      await queue.walkedIn(pat, { urgent: count % 9 === 4 })
      lab.clock.advance(20_000)
    }
    const expected = (await queue.state(pat)).waiting.map(({ code }) => code)
    expect(expected).toHaveLength(80)
    const called: string[] = []
    for (let round = 0; round < 3; round++) {
      const answers = await pressAll()
      for (const answer of answers) expect(answer.statusCode, answer.body).toBe(200)
      const tickets = answers.flatMap((answer) => answer.json().ticket ?? [])
      called.push(...tickets.map((ticket) => ticket.code))
      // Next finishes a running service, but waits for a patient who has only been called.
      await Promise.all(tickets.map((ticket) => queue.ok(queue.ticket(pat, ticket.id, 'start'))))
    }
    expect(called).toHaveLength(80)
    expect(new Set(called)).toEqual(new Set(expected))
    const events = await queue.expectReplayed()
    const codes = new Map(
      (await lab.pool.query('select id, code from ticket')).rows.map(({ id, code }) => [id, code]),
    )
    const inTurn = events.filter((event) => event.kind === 'called').map((event) => codes.get(event.ticketId))
    expect(inTurn).toEqual(expected)
  })

  it('a desk that presses Next three times at once calls one ticket', async () => {
    const [pat] = staff
    if (!pat) throw new Error('Nobody is there')
    await queue.ok(queue.next(pat, 1))
    for (let count = 0; count < 3; count++) await queue.walkedIn(pat)
    const answers = await Promise.all(Array.from({ length: 3 }, () => queue.next(pat, 1)))
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409])
    await queue.expectReplayed()
  })

  it('concurrent calls, check-ins and undos leave events that can be replayed', async () => {
    const [pat] = staff
    if (!pat) throw new Error('Nobody is there')
    const hands = 2 * desks
    const verbs = ['start', 'recall', 'skip', 'finish', 'leave', 'no-show', 'transfer', 'undo'] as const
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const step = async (index: number) => {
      const person = staff[index % desks] ?? pat
      const side = queueOf(index % 2 === 0 ? lab : otherServer)
      const { rows } = await lab.pool.query('select id, last_event from ticket order by id desc limit 40')
      const ticket = rows[random(rows.length)]
      const verb = verbs[random(verbs.length)] ?? 'start'
      if (random(4) === 0) return side.walkIn(person)
      if (random(3) === 0) return side.next(person, (index % desks) + 1)
      const body =
        verb === 'transfer'
          ? random(2) === 0
            ? { room: 'reception' }
            : { desk: 1 + random(desks) }
          : verb === 'undo'
            ? { event: ticket.last_event }
            : undefined
      return side.ticket(person, ticket.id, verb, body)
    }
    // Each hand waits for its answer before it presses again. If all 300 calls came at once, a busy machine could not serve
    // some of them in time and would answer 503.
    const hand = async (_: unknown, first: number) => {
      const codes: number[] = []
      for (let index = first; index < 300; index += hands) codes.push((await step(index)).statusCode)
      return codes
    }
    const codes = (await Promise.all(Array.from({ length: hands }, hand))).flat()
    expect(codes.filter((code) => code >= 500)).toEqual([])
    expect(codes.filter((code) => code < 300).length).toBeGreaterThan(100)
    await queue.expectReplayed()
    const { rows: atDesks } = await lab.pool.query(
      "select desk, count(*) from ticket where status in ('called', 'serving') group by desk having count(*) > 1",
    )
    expect(atDesks).toEqual([])
  })

  it('collecting and another check-in of the same visit do not deadlock', async () => {
    const [pat] = staff
    if (!pat) throw new Error('Nobody is there')
    const tickets = await Promise.all(Array.from({ length: 16 }, () => queue.walkedIn(pat)))
    await Promise.all(tickets.map(({ id }) => queue.ok(queue.ticket(pat, id, 'leave'))))
    await Promise.all(tickets.map(({ visitId }) => queue.ok(queue.checkIn(pat, visitId))))
    const live = (await queue.state(pat)).waiting.filter(({ visitId }) =>
      tickets.some((ticket) => ticket.visitId === visitId),
    )
    // The patient left the line and the visit continues: arrived, and no ticket.
    await lab.pool.query("update ticket set status = 'finished', ended_at = now() where id = any($1)", [
      live.map(({ id }) => id),
    ])
    const answers = await Promise.all(
      tickets.flatMap(({ visitId }, index) => [
        (index % 2 === 0 ? lab : otherServer).call('POST', `/api/labtest/appointment/${visitId}/collect`, {
          by: pat,
          body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
        }),
        queueOf(index % 2 === 0 ? otherServer : lab).checkIn(pat, visitId),
      ]),
    )
    expect(answers.filter((answer) => answer.statusCode >= 500).map((answer) => answer.body)).toEqual([])
  })

  it('waiting tickets are listed in the order of the calling rule', async () => {
    const picture = await readPicture(lab.context, await siteOf(lab.context, undefined))
    for (const [, line] of picture.lines) {
      const minutes = (date: Date) => date.getTime() / 60_000
      const byRule = callingOrder(
        line.toReversed().map((ticket) => ({
          id: `${ticket.day} ${String(ticket.number).padStart(6, '0')}`,
          class: ticket.urgent ? ('stat' as const) : ticket.class,
          arrivedAt: minutes(ticket.queuedAt),
          appointmentAt: ticket.appointmentAt && minutes(ticket.appointmentAt),
          code: ticket.code,
        })),
        minutes(picture.at),
        picture.site,
      )
      expect(byRule.map(({ code }) => code)).toEqual(line.map(({ code }) => code))
      expect(inOrder(line, picture.at, picture.site)).toEqual(line)
    }
  })
})

describe('ticket numbers', () => {
  it('32 writers in two processes with rollbacks get ticket numbers without gaps or repeats', async () => {
    const lab = await openTestApp({ clock: systemClock })
    const servers: ProductProcess[] = []
    try {
      const { host, port, user } = inject('postgres')
      const settings = {
        DATABASE_URL: `postgresql://${user}@localhost/${lab.database}?host=${encodeURIComponent(host)}&port=${port}`,
        DATA_DIR: lab.config.dataDir,
        ADMIN_EMAIL: 'first@example.com',
        ADMIN_PASSWORD: 'seven white lorries',
      }
      for (let count = 0; count < 2; count++) {
        servers.push(await startProduct({ port: await freePort(), settings }))
      }
      const pat = await lab.makeStaff('technician')
      const { token } = await openSession(lab.context, { id: pat.accountId, role: 'technician' })
      // Fails at the end of the transaction, after the number was taken.
      await lab.superuser.query(`
        create function refuse_some() returns trigger language plpgsql as $$
        begin
          if exists (select from visit where id = new.visit_id and full_name like 'Refused%') then
            raise exception 'not this one';
          end if;
          return null;
        end $$;
        create constraint trigger refuse_some after insert on ticket deferrable initially deferred
          for each row execute function refuse_some()`)
      const register = async (index: number) => {
        const refused = index % 3 === 0
        const answer = await fetch(`${servers[index % 2]?.url}/api/queue/walk-in`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            patientDetails: {
              fullName: refused ? `Refused ${index}` : `Walker ${index}`,
              age: 30,
              gender: 'female',
              contact: '+233 20 000 0000',
            },
            testType: ['Full Blood Count'],
          }),
        })
        const body = (await answer.json()) as { ticket?: { code: string } }
        expect(answer.status, JSON.stringify(body)).toBe(refused ? 500 : 201)
        return body.ticket?.code
      }
      const codes: (string | undefined)[] = []
      await Promise.all(
        Array.from({ length: 32 }, async (_, writer) => {
          for (let turn = 0; turn < 6; turn++) codes.push(await register(writer * 6 + turn))
        }),
      )
      const given = codes.filter((code) => code !== undefined).map((code) => Number(code.slice(2)))
      expect(given).toHaveLength(128)
      expect(given.sort((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, index) => index + 1))
      const { rows } = await lab.pool.query('select last from ticket_day where site_id = $1', [mainSite])
      expect(rows).toEqual([{ last: 128 }])
      await queueOf(lab).expectReplayed()
    } finally {
      await Promise.all(servers.map((server) => server.end('SIGTERM')))
      await lab.close()
    }
  }, 60_000)
})
