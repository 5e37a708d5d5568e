import webPush from 'web-push'

/** A browser's keys (RFC 8291, section 2): 65 and 16 bytes. */
export type BrowserKeys = { p256dh: Buffer; auth: Buffer }
/** The server's VAPID key (RFC 8292): 65 bytes of a P-256 point, 32 of its secret. */
export type SigningKey = { publicKey: Buffer; privateKey: Buffer }

/** Push services need not accept more. Bytes, encryption included. */
const mostBytes = 4096

const base64url = (bytes: Buffer) => bytes.toString('base64url')

/**
 * Encrypts for one browser (RFC 8291). Spaces up to `padTo` bytes hide the length of a shorter text: JSON ignores them.
 * @throws RangeError if it is too long for a push service
 */
export function encryptPush(text: string, { p256dh, auth }: BrowserKeys, padTo = 0): Buffer {
  const padded = text + ' '.repeat(Math.max(0, padTo - Buffer.byteLength(text)))
  const { cipherText } = webPush.encrypt(base64url(p256dh), base64url(auth), padded, 'aes128gcm')
  if (cipherText.length > mostBytes) throw new RangeError('Too long for a push message')
  return cipherText
}

export function newSigningKey(): SigningKey {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { publicKey: Buffer.from(publicKey, 'base64url'), privateKey: Buffer.from(privateKey, 'base64url') }
}

/**
 * The header that names the sender (RFC 8292). `audience` is the origin of the push service, `expires` at most a day
 * ahead, `subject` an address of the sender.
 */
export function vapidHeader(
  { publicKey, privateKey }: SigningKey,
  { audience, subject, expires }: { audience: string; subject: string; expires: Date },
): string {
  const seconds = Math.floor(expires.getTime() / 1000)
  const [open, secret] = [base64url(publicKey), base64url(privateKey)]
  return webPush.getVapidHeaders(audience, subject, open, secret, 'aes128gcm', seconds).Authorization
}
