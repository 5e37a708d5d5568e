import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { addAccount } from '#server/modules/access/accounts/queries.ts'
import { openSession } from '#server/modules/access/sessions/sessions.ts'
import { after, days, systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { bookingBody } from '../visits.ts'

/** A booking client: its account’s id and a session token. */
export type Patient = { accountId: string; token: string }

/** A booking with its idempotency key, retried until it is answered. */
export type Attempt = {
  readonly key: string
  readonly patient: Patient
  readonly body: object
  /** `unknown`: no answer tells the outcome (connection lost, or 503). */
  outcome: 'acknowledged' | 'refused' | 'unknown'
  /** The body of the acknowledging answer. */
  answer: { appointment: { id: string; reference: string } } | null
  /** Status and body of all other answers. */
  readonly others: { status: number; body: string }[]
}

export type Cancelling = { readonly visitId: string; acknowledged: boolean }

export type Clients = {
  readonly attempts: readonly Attempt[]
  readonly cancellings: readonly Cancelling[]
  /** Resolves when this many more bookings have been acknowledged since the call. */
  acknowledge(more: number): Promise<void>
  /** Lets every client finish its current request, and stops. */
  stop(): Promise<void>
}

/** New accounts with sessions. */
export function makePatients(pool: pg.Pool, count: number): Promise<Patient[]> {
  const context = { db: openDatabase(pool), clock: systemClock }
  const one = async (_: unknown, number: number): Promise<Patient> => {
    const account = await addAccount(context.db, {
      id: uuidv7(systemClock),
      role: 'user',
      fullName: `Patient ${number}`,
      email: `patient-${randomUUID()}@example.com`,
      createdAt: systemClock.now(),
    })
    if (!account) throw new Error('The address is taken')
    return { accountId: account.id, token: (await openSession(context, account)).token }
  }
  return Promise.all(Array.from({ length: count }, one))
}

const hold = { every: 5, most: 40 }
const cancelEvery = 6
const mostPerPatient = 45

/**
 * One client per patient, each booking one visit after another, some through a hold, some cancelled again. `url` is
 * called before each request, since a server that was started again has another address. With `persistent`, an unanswered request is
 * retried with its idempotency key until it is answered; otherwise the client stops.
 */
export function startClients(
  patients: readonly Patient[],
  url: () => string,
  { persistent }: { persistent: boolean },
): Clients {
  const attempts: Attempt[] = []
  const cancellings: Cancelling[] = []
  let holds = 0
  let stopped = false
  const acknowledged = () => attempts.filter((attempt) => attempt.outcome === 'acknowledged').length

  async function run(patient: Patient): Promise<void> {
    for (let made = 1; made <= mostPerPatient && !stopped; made++) {
      const start = randomStart()
      const wantsHold = made % hold.every === 0 && holds++ < hold.most
      const holdToken = wantsHold ? await holdStart(url(), patient, start) : undefined
      const attempt = newAttempt(patient, start, holdToken)
      attempts.push(attempt)
      do {
        await ask(url(), attempt)
        if (attempt.outcome === 'unknown') await sleep(100)
      } while (persistent && attempt.outcome === 'unknown' && !stopped)
      if (attempt.outcome === 'unknown') return
      const id = attempt.answer?.appointment.id
      if (id !== undefined && made % cancelEvery === 0) cancellings.push(await cancel(url(), patient, id))
    }
  }

  const running = Promise.all(patients.map(run))
  return {
    attempts,
    cancellings,
    async acknowledge(more) {
      const goal = acknowledged() + more
      for (const start = performance.now(); acknowledged() < goal; await sleep(2)) {
        if (performance.now() - start > 15_000)
          throw new Error(`Only ${acknowledged()} of ${goal} were booked`)
      }
    },
    async stop() {
      stopped = true
      await running
    },
  }
}

/** The site's hours are 07:00 to 19:00 UTC. Few enough starts that some are taken. */
function randomStart(): Date {
  const midnight = after(systemClock.now(), days(2 + Math.floor(Math.random() * 6)))
  midnight.setUTCHours(7, Math.floor(Math.random() * 46) * 15, 0, 0)
  return midnight
}

function newAttempt(patient: Patient, start: Date, holdToken: string | undefined): Attempt {
  const { scheduleTime: _, ...body } = bookingBody
  return {
    key: randomUUID(),
    patient,
    body: { ...body, scheduledDate: start.toISOString(), ...(holdToken !== undefined && { holdToken }) },
    outcome: 'unknown',
    answer: null,
    others: [],
  }
}

/** Sends a booking request once and records the outcome. */
export async function ask(url: string, attempt: Attempt): Promise<void> {
  const answer = await send(`${url}/api/labtest/book`, 'POST', attempt.body, {
    authorization: `Bearer ${attempt.patient.token}`,
    'idempotency-key': attempt.key,
  })
  if (answer?.status === 201) {
    attempt.outcome = 'acknowledged'
    attempt.answer = JSON.parse(answer.body)
    return
  }
  if (answer) attempt.others.push(answer)
  attempt.outcome = answer && answer.status !== 503 ? 'refused' : 'unknown'
}

async function holdStart(url: string, patient: Patient, start: Date): Promise<string | undefined> {
  const end = after(start, 15 * 60_000)
  const body = { start: start.toISOString(), end: end.toISOString() }
  const answer = await send(`${url}/api/book`, 'POST', body, { authorization: `Bearer ${patient.token}` })
  return answer?.status === 201 ? JSON.parse(answer.body).token : undefined
}

async function cancel(url: string, patient: Patient, visitId: string): Promise<Cancelling> {
  const answer = await send(`${url}/api/labtest/appointment/${visitId}/cancel`, 'DELETE', undefined, {
    authorization: `Bearer ${patient.token}`,
  })
  return { visitId, acknowledged: answer?.status === 200 }
}

/** Null if the connection was refused or lost before the complete answer. */
async function send(
  url: string,
  method: string,
  body: object | undefined,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string } | null> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.text() }
  } catch {
    return null
  }
}
