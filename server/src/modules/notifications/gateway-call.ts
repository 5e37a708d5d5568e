import { createHmac } from 'node:crypto'
import { instant } from '#contract/fields.ts'
import type { Config } from '#server/config.ts'
import { minutes } from '#server/platform/clock.ts'
import { invalid, notAllowed, Refusal } from '#server/platform/errors.ts'
import { isSame } from './signed.ts'

/** A call of the gateway, as received. */
export type GatewayCall = {
  raw: string
  /** Path and query, as received. */
  path: string
  header(name: string): string
}

export type GatewayFields = Readonly<Record<string, string>>

/**
 * The fields of a call that the gateway has signed.
 *
 * - generic: JSON, `X-Signature` is the hex HMAC-SHA256 of the body's bytes under `SMS_TOKEN`; `at` in the body is the time of sending,
 *   so that a recorded call cannot be replayed later.
 * - twilio: a form, `X-Twilio-Signature` is the base64 HMAC-SHA1 of the address and the sorted fields under the
 *   account's token (twilio.com/docs/usage/security).
 * - hubtel calls nobody.
 */
export function readGatewayCall(
  { sms, publicUrl }: Pick<Config, 'sms' | 'publicUrl'>,
  call: GatewayCall,
  now: Date,
): GatewayFields {
  if (sms === null || sms.preset === 'hubtel') {
    throw new Refusal('not_configured', 'No SMS gateway that calls is connected')
  }
  if (sms.preset === 'generic') {
    const expected = createHmac('sha256', sms.token).update(call.raw).digest('hex')
    if (!isSame(expected, call.header('x-signature').toLowerCase())) throw notAllowed()
    const fields = fieldsOf(parsed(call.raw))
    requireRecent(fields.at, now)
    return fields
  }
  const fields = Object.fromEntries(new URLSearchParams(call.raw))
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], publicUrl + call.path)
  const secret = sms.token.slice(sms.token.indexOf(':') + 1)
  const expected = createHmac('sha1', secret).update(signed).digest('base64')
  if (!isSame(expected, call.header('x-twilio-signature'))) throw notAllowed()
  return fields
}

/** The maximum difference between `at` and the server's clock, in milliseconds. */
const recent = minutes(5)

function requireRecent(at: string | undefined, now: Date): void {
  if (!instant.safeParse(at).success)
    throw invalid({ at: ['Enter the time of sending, for example 2026-03-09T08:30:00Z'] })
  if (Math.abs(Date.parse(at ?? '') - now.getTime()) > recent) {
    throw invalid({
      at: ['This call is too old, or a clock is wrong. Sign the call again with the present time.'],
    })
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): GatewayFields {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
