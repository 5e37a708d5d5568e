import { setTimeout as sleep } from 'node:timers/promises'

/** What the clients asked, when, and what they were answered. */

export const kinds = ['hold', 'book', 'move', 'cancel', 'pay', 'release', 'read'] as const
export type Kind = (typeof kinds)[number]

export type Asked = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token: string
  key?: string
  body?: object
}

type Answer = { status: number; body: string; at: number }

export type Operation = Asked & {
  kind: Kind
  /** Milliseconds of the process's clock. */
  began: number
  ended: number
  /** `unknown`: no answer told what became of it. `refused`: the product told that nothing was changed. */
  outcome: 'done' | 'refused' | 'unknown'
  answer: Answer | null
  /** The number of requests that got no answer, a 503 or a 429. */
  lost: number
  unavailable: number
  limited: number
  /** The codes of its 503s. */
  codes: Set<string>
  /** The answer to the same request, sent at the same time. */
  twin: Answer | null
}

/** An answer that is this late is not awaited any longer; the request may still be carried out. */
const patienceMs = 15_000
const pauseMs = 150

/** The next server is asked after one that does not answer. */
export type Servers = { urls: readonly string[]; turn: number }

/** Sends an operation until an answer tells its outcome, or `stop` says so. With `twice` the first request is sent twice at once. */
export async function perform(
  operation: Operation,
  servers: Servers,
  { stop, twice = false }: { stop: () => boolean; twice?: boolean },
): Promise<void> {
  operation.outcome = 'unknown'
  const twin = twice ? send(operation, servers, 1) : null
  do {
    const answer = await send(operation, servers)
    operation.answer = answer
    operation.ended = performance.now()
    if (answer === null) {
      operation.lost++
      servers.turn++
    } else if (answer.status === 503) {
      operation.unavailable++
      operation.codes.add(codeOf(operation))
    } else if (answer.status === 429) operation.limited++
    else operation.outcome = answer.status < 300 ? 'done' : 'refused'
    if (operation.outcome === 'unknown') await sleep(pauseMs)
  } while (operation.outcome === 'unknown' && !stop())
  operation.twin = await twin
}

/** Null if the connection was refused or lost before the complete answer. */
async function send(asked: Asked, servers: Servers, offset = 0): Promise<Answer | null> {
  const { method, path, token, key, body } = asked
  const url = servers.urls[(servers.turn + offset) % servers.urls.length]
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // Limits count by network: each request comes from another one.
        'x-forwarded-for': `10.${below(256)}.${below(256)}.${below(256)}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer = { status: response.status, body: await response.text() }
    return { ...answer, at: performance.now() }
  } catch {
    return null
  }
}

export const below = (count: number): number => Math.floor(Math.random() * count)

export const newOperation = (kind: Kind, asked: Asked): Operation => ({
  ...asked,
  kind,
  began: performance.now(),
  ended: 0,
  outcome: 'unknown',
  answer: null,
  lost: 0,
  unavailable: 0,
  limited: 0,
  codes: new Set(),
  twin: null,
})

export const codeOf = ({ answer }: Operation): string =>
  answer === null
    ? 'no answer'
    : ((JSON.parse(answer.body) as { code?: string }).code ?? String(answer.status))
