import { expect } from 'vitest'
import type { BoardState, DeskState, TicketCard } from '#contract/queue-views.ts'
import { readTicket } from '#server/modules/queue/queries-tickets.ts'
import { deskAfter, type QueueEvent, ticketAfter } from '#server/modules/queue/ticket-life.ts'
import type { Person, TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

export const mainSite = '01900000-0000-7000-8000-000000000001'

/** Calls on a laboratory's queue by patients and staff. */
export function queueOf(lab: Pick<TestApp, 'call' | 'pool' | 'db'>) {
  let names = 0
  const post = (by: Person, path: string, body?: object) =>
    lab.call('POST', `/api/queue/${path}`, { by, ...(body && { body }) })

  async function ok<T>(answer: ReturnType<TestApp['call']>): Promise<T> {
    const { statusCode, body } = await answer
    expect([200, 201], body).toContain(statusCode)
    return JSON.parse(body) as T
  }

  return {
    post,
    ok,
    /** A patient's own visit at a time of today. */
    async booked(by: Person, scheduleTime: string, change: object = {}) {
      const answer = await lab.call('POST', '/api/labtest/book', {
        by,
        body: { ...bookingBody, scheduledDate: '2026-03-09', scheduleTime, ...change },
      })
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json().appointment as { id: string; reference: string }
    },
    checkIn: (by: Person, visitId: string, body: object = {}) => post(by, `check-in/${visitId}`, body),
    walkIn: (by: Person, change: object = {}, headers: Record<string, string> = {}) =>
      lab.call('POST', '/api/queue/walk-in', {
        by,
        headers,
        body: {
          patientDetails: {
            fullName: `Walker ${++names}`,
            age: 30,
            gender: 'male',
            contact: '+233 20 000 0000',
          },
          testType: ['Full Blood Count'],
          ...change,
        },
      }),
    async walkedIn(by: Person, change: object = {}): Promise<TicketCard> {
      const answer = await this.walkIn(by, change)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json().ticket
    },
    open: (by: Person, desk: number, body: object = {}) => post(by, `desk/${desk}/open`, body),
    desk: (by: Person, desk: number, verb: string) => post(by, `desk/${desk}/${verb}`),
    next: (by: Person, desk: number) => post(by, `desk/${desk}/next`),
    async called(by: Person, desk: number): Promise<TicketCard> {
      const { ticket, message } = await ok<{ ticket: TicketCard | null; message: string }>(
        post(by, `desk/${desk}/next`),
      )
      if (!ticket) throw new Error(message)
      return ticket
    },
    ticket: (by: Person, id: string, verb: string, body?: object) => post(by, `ticket/${id}/${verb}`, body),
    state: (by: Person) => ok<DeskState>(lab.call('GET', '/api/queue/desk', { by })),
    board: (site = mainSite) => ok<BoardState>(lab.call('GET', `/api/queue/board/${site}`)),
    async addChairs(from: number, to: number) {
      await lab.pool.query(
        `insert into chair (site_id, number, name) select $1, n, 'Chair ' || n from generate_series($2::int, $3::int) n`,
        [mainSite, from, to],
      )
    },
    visitStatus: async (id: string) =>
      (await lab.pool.query('select status from visit where id = $1', [id])).rows[0]?.status as string,
    /** Fails unless replaying the events of a site gives exactly the contents of its tables. */
    async expectReplayed(site = mainSite): Promise<QueueEvent[]> {
      const { rows: events } = await lab.pool.query<QueueEvent>(
        `select site_id as "siteId", seq, at, kind, ticket_id as "ticketId", desk, account_id as "accountId", detail, undoes
         from queue_event where site_id = $1 order by seq`,
        [site],
      )
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1))
      const { rows: queues } = await lab.pool.query('select last_event from queue where site_id = $1', [site])
      expect(queues[0].last_event).toBe(events.length)

      const ofTickets = Map.groupBy(
        events.filter((event) => event.ticketId !== null),
        (event) => event.ticketId ?? '',
      )
      for (const [id, own] of ofTickets) expect(ticketAfter(own)).toEqual(await readTicket(lab.db, site, id))
      const { rows: tickets } = await lab.pool.query('select id from ticket where site_id = $1', [site])
      expect(new Set(tickets.map(({ id }) => id))).toEqual(new Set(ofTickets.keys()))

      const { rows: desks } = await lab.pool.query(
        'select number, state, staff_id as "staffId", since from desk where site_id = $1 order by number',
        [site],
      )
      const closed = { state: 'closed', staffId: null, since: null } as const
      for (const { number, ...post } of desks) {
        const own = events.filter((event) => event.ticketId === null && event.desk === number)
        expect(own.reduce(deskAfter, closed as Parameters<typeof deskAfter>[0])).toEqual(post)
      }
      return events
    },
  }
}
