import { lookup as resolve } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'
import { type CalledService, tracedRequest } from './traces/outgoing.ts'

/** Requests to addresses that others have chosen: of push services and of the receivers of webhooks. */

/** The host name resolves to an address that is not on the internet. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
}

/** Checks the addresses that are connected to, since a host name can resolve to another address than before. */
export const publicOnly: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const inside = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (inside || !first) return done(new NotPublic(`${hostname} is not on the internet`), '')
    if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

/** The most characters of an answer that are read, if the caller does not say. */
const usuallySaid = 300

export type Posted = { status: number; said: string; retryAfter: string | undefined }

type Request = {
  service: CalledService
  method?: 'POST' | 'PUT'
  headers: Readonly<Record<string, string>>
  body: Buffer
  toPrivate: boolean
  /** The timeout for the whole answer, in milliseconds. */
  patience: number
  /** The most characters of the answer that are read. */
  mostSaid?: number
}

/**
 * Sends a request, and reads the beginning of the answer. Redirections are not followed. The URL must have been checked: this checks
 * only the addresses that a host name resolves to.
 */
export const postOutside = (url: URL, request: Request): Promise<Posted> =>
  tracedRequest(request.service, request.method ?? 'POST', url, () => send(url, request))

function send(
  url: URL,
  { method = 'POST', headers, body, toPrivate, patience, mostSaid = usuallySaid }: Request,
): Promise<Posted> {
  return new Promise((done, fail) => {
    const options = {
      method,
      headers: { ...headers, 'content-length': String(body.length) },
      agent: false as const,
      signal: AbortSignal.timeout(patience),
      ...(!toPrivate && isIP(url.hostname) === 0 && { lookup: publicOnly }),
    }
    const heard = (response: IncomingMessage) => {
      let said = ''
      const answered = () =>
        done({ status: response.statusCode ?? 0, said, retryAfter: response.headers['retry-after'] })
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        said = (said + piece).slice(0, mostSaid)
        if (said.length < mostSaid) return
        answered()
        response.destroy()
      })
      response.on('error', fail)
      response.on('end', answered)
      response.on('close', () => fail(new Error('The receiver hung up')))
    }
    const asked: ClientRequest =
      url.protocol === 'http:' ? plainRequest(url, options, heard) : secureRequest(url, options, heard)
    asked.on('error', fail)
    asked.end(body)
  })
}

/** What a `Retry-After` asks for, in seconds or as a date (RFC 9110): milliseconds, 0 when there is none to read. */
export function waitAsked(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  return Math.max(0, (Date.parse(header) || 0) - now.getTime())
}
