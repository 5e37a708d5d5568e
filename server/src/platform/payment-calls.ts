import { tracedFetch } from './traces/outgoing.ts'

/** Calls of payment services, and how their answers are read. */

/** Timeout of the service, in milliseconds. */
const patience = 20_000

/** The service gave no usable answer. `reached`: whether the request may have reached it and been carried out. */
export class ServiceTrouble extends Error {
  override readonly name = 'ServiceTrouble'
  readonly reached: boolean
  constructor(message: string, { reached, ...options }: ErrorOptions & { reached: boolean }) {
    super(message, options)
    this.reached = reached
  }
}

/** Errors of a connection that was never made. */
const unconnected = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])

function wasConnected(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } }
  return !unconnected.has(String(cause?.code))
}

export async function ask(url: string, authorization: string, body?: object): Promise<unknown> {
  const response = await tracedFetch('payments', url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new ServiceTrouble('The payment service did not answer', {
      cause: error,
      reached: wasConnected(error),
    })
  })
  // Both services answer an unknown reference with a status of its own and a body.
  const answer: unknown = await response.json().catch(() => null)
  if (response.status >= 500 || response.status === 401 || response.status === 403) {
    const reached = response.status >= 500
    throw new ServiceTrouble(`The payment service answered ${response.status}`, { reached })
  }
  return answer
}

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    value,
  )
}

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path)
  return typeof found === 'string' && found !== '' ? found : null
}

export function webAddress(text: string | null): string {
  if (text === null || !/^https?:\/\//.test(text))
    throw new ServiceTrouble('The payment service gave no page', { reached: true })
  return text
}

export function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}
