import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signed texts. `purpose` prevents one kind from being used as another. */

export const signed = (key: Buffer, purpose: string, text: string): string =>
  `${text}.${signatureOf(key, purpose, text)}`

/** The signed text; null if the signature is not ours or is for another purpose. */
export function readSigned(key: Buffer, purpose: string, token: string): string | null {
  const [text = '', signature = ''] = token.split('.')
  return isSame(signatureOf(key, purpose, text), signature) ? text : null
}

/** Compares in constant time. */
export function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const signatureOf = (key: Buffer, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url')
