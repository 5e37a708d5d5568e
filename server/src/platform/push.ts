import { ECDH } from 'node:crypto'
import { deliveryReasons } from '#contract/delivery-reasons.ts'
import type { Config } from '../config.ts'
import { after, hours } from './clock.ts'
import { NotPublic, postOutside, waitAsked } from './post-outside.ts'
import { mayBePublic } from './public-address.ts'
import type { BrowserKeys, SigningKey } from './push-message.ts'

export type Push = {
  /** The same for each retry: the push service replaces a waiting message with the same topic. */
  topic: string
  text: string
  /** Seconds for which the push service stores it for an offline browser. */
  timeToLive: number
  urgency: 'normal' | 'high'
}

type Device = BrowserKeys & { endpoint: string }
type Settings = Pick<Config, 'push' | 'publicUrl' | 'mail'>

/** The subscription of the browser has ended; the address will not become valid again. */
export class PushGone extends Error {
  override readonly name = 'PushGone'
}

/** The push service refused this message permanently. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused'
}

/** The push service answered, but accepts no message at present. */
export class PushBusy extends Error {
  override readonly name = 'PushBusy'
  /** Milliseconds until the next try is welcome. */
  readonly wait: number

  constructor(message: string, wait: number) {
    super(message)
    this.wait = wait
  }
}

/** Timeout of the push service, in milliseconds. */
const patience = 20_000
/** Messages are padded to this length, since the length of a title hints at its kind. Bytes. */
const padTo = 512

/** Null if messages may be sent to this address, else the reason. Push services are on the internet and use https. */
export function whyNotEndpoint(endpoint: string, { push }: Pick<Config, 'push'>): string | null {
  if (!URL.canParse(endpoint)) return 'This is no address'
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '') return 'The address of a push service has no log-in'
  if (push.toPrivate && /^https?:$/.test(url.protocol)) return null
  if (url.protocol !== 'https:') return 'A push service is reached by https'
  return mayBePublic(url) ? null : 'A push service is on the internet'
}

/**
 * Gives a message to the browser's push service. Redirections are not followed. `now` is the real time, by which the service judges
 * how long the message's signature is valid and says when to try again.
 * @throws PushGone, PushRefused, PushBusy, or anything else when it could not be reached and may be tried again
 */
export async function sendPush(
  settings: Settings,
  key: SigningKey,
  now: Date,
  device: Device,
  { topic, text, timeToLive, urgency }: Push,
): Promise<void> {
  const whyNot = whyNotEndpoint(device.endpoint, settings)
  if (whyNot !== null) throw new PushRefused(whyNot)
  const url = new URL(device.endpoint)
  const { encryptPush, vapidHeader } = await import('./push-message.ts')
  const body = encryptPush(text, device, padTo)
  const headers = {
    authorization: vapidHeader(key, {
      audience: url.origin,
      subject: subjectOf(settings),
      expires: after(now, hours(12)),
    }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(timeToLive),
    topic,
    urgency,
  }
  const { status, said, retryAfter } = await postOutside(url, {
    ...{ service: 'push', headers, body, patience },
    toPrivate: settings.push.toPrivate,
  }).catch((error: unknown) => {
    throw error instanceof NotPublic ? new PushRefused(error.message) : error
  })
  if (status >= 200 && status < 300) return
  const reason = `${deliveryReasons.pushServiceAnswered} ${status}: ${said}`
  if (status === 404 || status === 410) throw new PushGone(reason)
  throw isFinal(status) ? new PushRefused(reason) : new PushBusy(reason, waitAsked(retryAfter, now))
}

/** An invalid message or key stays invalid. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)

/** The contact for operators of the push service. Some services refuse an unreachable contact. */
function subjectOf({ publicUrl, mail }: Settings): string {
  if (publicUrl.startsWith('https://')) return publicUrl
  return `mailto:${/<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from}`
}

/** Whether a browser can have this key: an uncompressed point of the curve. */
export function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}
