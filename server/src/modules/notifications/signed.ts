import { createHmac, timingSafeEqual } from 'node:crypto'

/** Texts that we hand out and know again as our own. `purpose` keeps one kind from passing for another. */

export const signed = (key: Buffer, purpose: string, text: string): string =>
  `${text}.${signatureOf(key, purpose, text)}`

/** The text that was signed; null when it was not by us, or for another purpose. */
export function readSigned(key: Buffer, purpose: string, token: string): string | null {
  const [text = '', signature = ''] = token.split('.')
  return isSame(signatureOf(key, purpose, text), signature) ? text : null
}

/** Takes as long wherever they differ. */
export function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const signatureOf = (key: Buffer, purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url')
