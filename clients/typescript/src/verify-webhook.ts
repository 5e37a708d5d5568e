/** An event of the laboratory. It has ids only: read the rest with the key. */
export type WebhookEvent = {
  type: string
  timestamp: string
  data: { site?: string; visit?: string; sample?: string; version?: number; resource?: string }
}

type Headers = { readonly [name: string]: string | readonly string[] | undefined }

const mostSecondsOff = 300

/**
 * The event of a request to a webhook. `body` is the text as it arrived, before it is parsed; `secret` begins with whsec_.
 * @throws an error if the laboratory did not send the request, or not within the past five minutes
 */
export async function verifyWebhook(headers: Headers, body: string, secret: string): Promise<WebhookEvent> {
  const [id, seconds, signatures] = ['id', 'timestamp', 'signature'].map((name) => {
    const value = headers[`webhook-${name}`]
    if (typeof value !== 'string') throw new Error(`The header webhook-${name} is missing`)
    return value
  }) as [string, string, string]
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) < mostSecondsOff))
    throw new Error('The request is too old, or a clock is wrong')
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), hmac, false, [
    'verify',
  ])
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`)
  for (const one of signatures.split(' ')) {
    const [version, signature = ''] = one.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)))
      return JSON.parse(body)
  }
  throw new Error('The signature is wrong')
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
