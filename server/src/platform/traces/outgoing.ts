import { type Attributes, beginCall, classOf } from './traced.ts'

/** The systems that are called, as spans name them. */
export type CalledService =
  | 'mail'
  | 'sms'
  | 'push'
  | 'payments'
  | 'webhook'
  | 'authority'
  | 'issuer'
  | 'clock'
  | 'backups'

/**
 * Runs a call to another system in a client span. It has method, host and status, but neither path nor query: addresses of webhooks,
 * push services and gateways have tokens and references in them. No `traceparent` is sent, since these systems belong to others.
 */
async function tracedCall<T>(
  service: CalledService,
  url: URL,
  { name, attributes }: { name: string; attributes: Attributes },
  work: () => Promise<T>,
  statusOf: (result: T) => number | null,
): Promise<T> {
  const span = beginCall(() => ({
    name: `${name} ${service}`,
    attributes: { 'phial.service': service, 'server.address': url.hostname, ...attributes },
  }))
  if (span === null) return work()
  try {
    const result = await work()
    const status = statusOf(result)
    if (status !== null) span.set({ 'http.response.status_code': status })
    span.end(status !== null && status >= 400 ? String(status) : undefined)
    return result
  } catch (error) {
    span.end(classOf(error))
    throw error
  }
}

/** A request by HTTP. */
export const tracedRequest = <T extends { status: number }>(
  service: CalledService,
  method: string,
  url: URL,
  work: () => Promise<T>,
): Promise<T> =>
  tracedCall(
    service,
    url,
    { name: method, attributes: { 'http.request.method': method } },
    work,
    ({ status }) => status,
  )

/** `fetch` in a client span, which ends with the header of the answer. */
export const tracedFetch = (
  service: CalledService,
  url: string | URL,
  init: RequestInit,
): Promise<Response> => tracedRequest(service, init.method ?? 'GET', new URL(url), () => fetch(url, init))

/** The delivery of one mail to a server. */
export const tracedMail = <T>(server: URL, work: () => Promise<T>): Promise<T> =>
  tracedCall('mail', server, { name: 'SMTP', attributes: {} }, work, () => null)
