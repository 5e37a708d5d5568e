import { hkdfSync } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { notPossible } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'

/**
 * The address and the key of a SMART Health Link
 * (https://hl7.org/fhir/uv/smart-health-cards-and-links/links-specification.html).
 */

/** Programs send their requests there, with the token behind it. */
export const smartLinkBase = '/fhir/shl'

const longestUrl = 128
const longestLabel = 80

/**
 * The key of the files. The half in the database and the token in the link are both needed for it: neither a copy of the database nor a
 * log with the address of the manifest is enough.
 */
export const keyOf = (token: string, keyHalf: Buffer): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', token, keyHalf, 'key of a SMART Health Link', 32))

/** Slow, as for a password. */
export const hashPasscode = (passcode: string, keyHalf: Buffer): Promise<Buffer> =>
  hasher.fingerprint(passcode.normalize('NFC'), keyHalf)

type Link = { token: string; keyHalf: Buffer; expiresAt: Date; hasPasscode: boolean; laboratory: string }

/**
 * `L`: the files change when results are corrected or withdrawn. `P`: it needs a passcode.
 * @throws a refusal if the address of the laboratory is longer than the specification allows
 */
export function smartLinkOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { token, keyHalf, expiresAt, hasPasscode, laboratory }: Link,
): string {
  const url = `${publicUrl}${smartLinkBase}/${token}`
  if (url.length > longestUrl)
    throw notPossible('The address of this laboratory is too long for a SMART Health Link.')
  const payload = {
    url,
    key: Buffer.from(keyOf(token, keyHalf)).toString('base64url'),
    exp: Math.floor(expiresAt.getTime() / 1000),
    flag: hasPasscode ? 'LP' : 'L',
    label: `Laboratory results, ${laboratory}`.slice(0, longestLabel),
  }
  return `shlink:/${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
}
