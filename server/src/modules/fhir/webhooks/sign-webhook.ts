import { createHmac } from 'node:crypto'

/** Signatures of webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */

/** A secret as receivers configure it. */
export const writtenSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`

type Signed = { id: string; at: Date; body: string }

/** The headers of a request. Each secret makes a signature, and a receiver accepts the request if one of them is right. */
export function signedHeaders({ id, at, body }: Signed, secrets: readonly Buffer[]) {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  }
}
