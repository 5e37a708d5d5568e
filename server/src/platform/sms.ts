import { deliveryReasons } from '#contract/delivery-reasons.ts'
import type { Config } from '../config.ts'
import { tracedFetch } from './traces/outgoing.ts'

export type Sms = {
  /** The same for each retry: the idempotency key of the gateway. */
  id: string
  /** With country code and +. */
  to: string
  text: string
}

export type SmsGateway = {
  /**
   * Returns the gateway's id of the message, or null.
   * @throws SmsRefused if a retry is useless, any other error if it is not
   */
  send(sms: Sms): Promise<string | null>
}

/** The gateway refused this message or its recipient permanently. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused'
}

type Settings = NonNullable<Config['sms']>
type Request = { url: string; headers: Record<string, string>; body: string }
type Preset = {
  compose(sms: Sms, settings: Settings, reportUrl: string): Request
  /** The gateway's id of the accepted message. Throws SmsRefused if the body of a 2xx answer reports an error. */
  read(answer: unknown): string | null
}

/** Timeout of the gateway, in milliseconds. */
const patience = 20_000

const basic = (token: string) => `Basic ${Buffer.from(token).toString('base64')}`

const presets: Readonly<Record<Settings['preset'], Preset>> = {
  generic: {
    compose: (sms, { url, token, from }, reportUrl) => ({
      url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ id: sms.id, to: sms.to, from, text: sms.text, reportUrl }),
    }),
    read: (answer) => textOf(answer, 'id'),
  },
  /** businessdocs-developers.hubtel.com, Simple Messaging: the token is `clientId:clientSecret`, status 0 is accepted. */
  hubtel: {
    compose: (sms, { url, token, from }) => ({
      url: `${url}/v1/messages/send`,
      headers: { 'content-type': 'application/json', authorization: basic(token) },
      body: JSON.stringify({ From: from, To: sms.to.replace('+', ''), Content: sms.text }),
    }),
    read(answer) {
      const status = fieldOf(answer, 'status')
      if (typeof status === 'number' && status !== 0) {
        throw new SmsRefused(textOf(answer, 'statusDescription') ?? `Status ${status}`)
      }
      return textOf(answer, 'messageId')
    },
  },
  /** twilio.com/docs/messaging/api/message-resource: the token is `accountSid:authToken`. */
  twilio: {
    compose: (sms, { url, token, from }, reportUrl) => ({
      url: `${url}/2010-04-01/Accounts/${token.split(':')[0]}/Messages.json`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(token) },
      body: new URLSearchParams({
        To: sms.to,
        From: from,
        Body: sms.text,
        StatusCallback: reportUrl,
      }).toString(),
    }),
    read: (answer) => textOf(answer, 'sid'),
  },
}

const fieldOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null && Object.hasOwn(answer, name)
    ? (answer as Record<string, unknown>)[name]
    : undefined

function textOf(answer: unknown, name: string): string | null {
  const value = fieldOf(answer, name)
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null
}

/** The address of delivery reports. It contains our own id, since a report can arrive before the answer of the gateway. */
export const reportUrlOf = (publicUrl: string, id: string) => `${publicUrl}/api/sms/reports?id=${id}`

/** The gateway of the settings; null where there is none. */
export function openSms({ sms: settings, publicUrl }: Pick<Config, 'sms' | 'publicUrl'>): SmsGateway | null {
  if (settings === null) return null
  const preset = presets[settings.preset]
  return {
    async send(sms) {
      const { url, headers, body } = preset.compose(sms, settings, reportUrlOf(publicUrl, sms.id))
      const answer = await tracedFetch('sms', url, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': sms.id },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      })
      const text = await answer.text()
      if (answer.ok) return preset.read(parsed(text))
      const reason = `${deliveryReasons.gatewayAnswered} ${answer.status}: ${text.slice(0, 300)}`
      throw isFinal(answer.status) ? new SmsRefused(reason) : new Error(reason)
    },
  }
}

/** An invalid message stays invalid. Log-in and credit can be corrected by the laboratory, and then a retry succeeds. */
const isFinal = (status: number) =>
  status >= 400 && status < 500 && ![401, 402, 403, 408, 409, 425, 429].includes(status)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
