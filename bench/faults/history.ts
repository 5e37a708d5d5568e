import { setTimeout as sleep } from 'node:timers/promises'

/** The requests of the clients, with their times and answers. */

export const kinds = ['hold', 'book', 'move', 'cancel', 'pay', 'release', 'read'] as const
export type Kind = (typeof kinds)[number]

export type Asked = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token: string
  key?: string
  body?: object
}

type Answer = { status: number; body: string }

export type Operation = Asked & {
  kind: Kind
  /** By `performance.now()`. */
  began: number
  ended: number
  /** `refused`: by the answer, nothing was changed. `unknown`: no answer told the outcome. */
  outcome: 'done' | 'refused' | 'unknown'
  answer: Answer | null
  /** The numbers of requests without an answer, with a 503 and with a 429. */
  lost: number
  unavailable: number
  limited: number
  /** The codes of its 503s. */
  codes: Set<string>
  /** The answer to the same request, sent at the same time. */
  twin: Answer | null
}

/** A request without an answer for so long is given up. The server may still carry it out. */
const patienceMs = 15_000
const pauseMs = 150

/** After a request without an answer, the next server is asked. */
export type Servers = { urls: readonly string[]; turn: number }

/** Sends an operation until an answer tells its outcome or `stop` is true. With `twice`, the first request is sent twice at once. */
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

/** Null if the connection, of the client or of a proxy, was refused or lost before the complete answer. */
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
    const text = await response.text()
    // A proxy that lost the server's answer: the outcome is unknown.
    return response.status === 502 || response.status === 504 ? null : { status: response.status, body: text }
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
