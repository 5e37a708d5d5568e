import { randomUUID } from 'node:crypto'
import { bookingBody as anyBooking } from '../../server/tests/visits.ts'
import { patientToken } from '../patients.ts'
import { dayFromToday, stepsPerDay } from '../places.ts'
import {
  type Asked,
  below,
  codeOf,
  type Kind,
  newOperation,
  type Operation,
  perform,
  type Servers,
} from './history.ts'
import { cashiers, type People, releaser } from './prepare.ts'

/** A visit as the answers to its client tell it. Only this client changes it. */
export type Told = {
  id: string
  status: string
  version: number
  start: string
  moves: number
  cancels: number
  payments: string[]
}

export type History = {
  operations: Operation[]
  visits: Map<string, Told>
  /** The tasks that were answered as released. */
  released: string[]
  /** What clients found wrong during the run. */
  seen: string[]
}

type Answered = {
  token?: string
  expiresAt?: string
  id?: string
  appointment?: { id: string; status: string; version: number; scheduledDate: string }
}

/** `scheduledDate` is given as an instant, which includes the time. */
const { scheduleTime: _, ...bookingBody } = anyBooking

/** Below the fifty upcoming visits that an account may have. */
const visitsPerPatient = 20
/** Shares of the visits that are moved, paid and cancelled, of bookings after a hold, and of requests that are sent twice at once. */
const shares = { hold: 0.3, move: 0.4, pay: 0.5, cancel: 0.25, release: 0.15, twice: 0.1 }
const happens = (share: number) => Math.random() < share

/** Each client does one operation after another until all of them together have begun `most`, or until `stop`. */
export function startClients({
  urls,
  people,
  days,
  clients,
  most,
}: {
  urls: readonly string[]
  people: People
  days: number
  clients: number
  most: number
}) {
  const history: History = { operations: [], visits: new Map(), released: [], seen: [] }
  let [stopped, patient, task] = [false, 0, 0]
  const isOver = () => stopped || history.operations.length >= most

  async function run(number: number): Promise<void> {
    const servers: Servers = { urls, turn: number }
    const ask = async (kind: Kind, asked: Asked): Promise<Operation> => {
      const operation = newOperation(kind, asked)
      history.operations.push(operation)
      // `stop` repeats the last operations until their outcome is known.
      await perform(operation, servers, {
        stop: () => stopped,
        twice: kind !== 'read' && kind !== 'hold' && happens(shares.twice),
      })
      note(history, operation)
      return operation
    }
    let token = ''
    for (let made = 0; !isOver(); made++) {
      if (made % visitsPerPatient === 0) token = patientToken(1 + (patient++ % people.patients))
      const visit = await book(ask, history, token, days)
      if (visit && !isOver())
        await change(ask, history, {
          visit,
          token,
          days,
          cashier: cashiers[number % cashiers.length]?.token ?? '',
        })
      const next = happens(shares.release) ? people.tasks[task++] : undefined
      if (next !== undefined && !isOver()) await ask('release', { ...release(next), token: releaser.token })
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => run(number)))
  // `stop` throws it.
  running.catch(() => {
    stopped = true
  })
  return {
    history,
    isOver,
    /** Lets every client finish its request, and repeats the operations without a known outcome. */
    async stop(): Promise<void> {
      stopped = true
      await running
      const until = performance.now() + 60_000
      for (const operation of history.operations.filter(({ outcome }) => outcome === 'unknown')) {
        await perform(operation, { urls, turn: 0 }, { stop: () => performance.now() > until })
        note(history, operation)
      }
    },
  }
}

type Ask = (kind: Kind, asked: Asked) => Promise<Operation>

const read = (operation: Operation): Answered => JSON.parse(operation.answer?.body ?? '{}')
const randomStart = (days: number) =>
  new Date(dayFromToday(2 + below(days)).getTime() + (7 * 60 + below(stepsPerDay - 2) * 15) * 60_000)
const release = (task: string) =>
  ({ method: 'POST', path: '/api/Labtask/release', body: { tasks: [task] } }) as const

/** Books a random start, sometimes through a hold; null if somebody else was first. */
async function book(ask: Ask, history: History, token: string, days: number): Promise<Told | null> {
  const start = randomStart(days)
  let held: Answered = {}
  if (happens(shares.hold)) {
    const body = { start: start.toISOString(), end: new Date(start.getTime() + 15 * 60_000).toISOString() }
    const hold = await ask('hold', { method: 'POST', path: '/api/book', token, body })
    if (hold.outcome === 'done') held = read(hold)
  }
  const booking = await ask('book', {
    method: 'POST',
    path: '/api/labtest/book',
    token,
    key: randomUUID(),
    body: {
      ...bookingBody,
      scheduledDate: start.toISOString(),
      ...(held.token !== undefined && { holdToken: held.token }),
    },
  })
  if (booking.outcome === 'refused' && Date.parse(held.expiresAt ?? '') > Date.now() + 60_000)
    history.seen.push(`a hold until ${held.expiresAt} was lost: ${codeOf(booking)}`)
  return history.visits.get(read(booking).appointment?.id ?? '') ?? null
}

/** Reads the visit, moves it, pays it and cancels it, or some of that. */
async function change(
  ask: Ask,
  history: History,
  { visit, token, days, cashier }: { visit: Told; token: string; days: number; cashier: string },
): Promise<void> {
  const path = `/api/labtest/appointment/${visit.id}`
  const look = async () => {
    const operation = await ask('read', { method: 'GET', path, token })
    const seen = JSON.parse(operation.answer?.body ?? '{}') as Answered['appointment']
    if (operation.outcome === 'done' && (seen?.version !== visit.version || seen.status !== visit.status))
      history.seen.push(
        `a stale read: ${seen?.version} ${seen?.status}, not ${visit.version} ${visit.status}`,
      )
  }
  if (happens(shares.move)) {
    const to = randomStart(days)
    // A move to the same start would be no change.
    if (to.toISOString() === visit.start) to.setUTCMinutes(to.getUTCMinutes() + 15)
    const body = { ...bookingBody, scheduledDate: to.toISOString(), version: visit.version }
    const moved = await ask('move', {
      method: 'PUT',
      path: `/api/labtest/update-appointments/${visit.id}`,
      token,
      body,
    })
    if (moved.outcome !== 'unknown') await look()
  } else await look()
  if (happens(shares.pay)) {
    const body = { amount: 1_000, way: 'cash' }
    await ask('pay', {
      method: 'POST',
      path: `/api/money/visits/${visit.id}/payments`,
      token: cashier,
      key: randomUUID(),
      body,
    })
  }
  if (happens(shares.cancel)) {
    await ask('cancel', { method: 'DELETE', path: `${path}/cancel`, token, body: { version: visit.version } })
  }
}

/** Adds the answer of an operation to the history. */
function note(history: History, operation: Operation): void {
  if (operation.outcome !== 'done') return
  const { kind, path, body } = operation
  const { appointment, id } = read(operation)
  const visit = history.visits.get(path.split('/').find((part) => history.visits.has(part)) ?? '')
  if (kind === 'book' && appointment) {
    const { id, status, version, scheduledDate } = appointment
    history.visits.set(id, { id, status, version, start: scheduledDate, moves: 0, cancels: 0, payments: [] })
  } else if ((kind === 'move' || kind === 'cancel') && visit && appointment) {
    visit[kind === 'move' ? 'moves' : 'cancels']++
    Object.assign(visit, {
      status: appointment.status,
      version: appointment.version,
      start: appointment.scheduledDate,
    })
  } else if (kind === 'pay' && visit && id !== undefined) visit.payments.push(id)
  else if (kind === 'release') history.released.push(...(body as { tasks: string[] }).tasks)
}
