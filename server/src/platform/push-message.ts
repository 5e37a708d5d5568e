import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** What goes to a push service, so that it can neither read it nor take it from anybody but us. */

/** A browser's own keys, as it gave them to us (RFC 8291, section 2): 65 and 16 bytes. */
export type BrowserKeys = { p256dh: Buffer; auth: Buffer }
/** What signs for us (RFC 8292): 65 bytes of a P-256 point, 32 of its secret. */
export type SigningKey = { publicKey: Buffer; privateKey: Buffer }

/** Bytes of one record. A push service need not take more than 4096 in all. */
const recordSize = 4096
const overhead = 86 + 16 + 1

const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * Encrypts for one browser (RFC 8291, aes128gcm of RFC 8188 in one record). `padTo` hides the length of what is shorter.
 * `chosen` is for the examples of the standard alone.
 * @throws RangeError when it is too long for a push service
 */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: BrowserKeys,
  padTo = 0,
  chosen?: { salt: Buffer; privateKey: Buffer },
): Buffer {
  const padded = Buffer.alloc(Math.max(padTo, plain.length) + 1)
  plain.copy(padded)
  padded[plain.length] = 2
  if (padded.length + overhead - 1 > recordSize) throw new RangeError('Too long for a push message')
  const own = createECDH('prime256v1')
  if (chosen) own.setPrivateKey(chosen.privateKey)
  else own.generateKeys()
  const ownPublic = own.getPublicKey()
  const salt = chosen?.salt ?? randomBytes(16)
  const shared = own.computeSecret(p256dh)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic])
  const secret = derive(shared, auth, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(5)
  size.writeUInt32BE(recordSize)
  size[4] = ownPublic.length
  return Buffer.concat([salt, size, ownPublic, cipher.update(padded), cipher.final(), cipher.getAuthTag()])
}

export function newSigningKey(): SigningKey {
  const fresh = createECDH('prime256v1')
  fresh.generateKeys()
  // A secret that begins with zeros comes shorter.
  const secret = fresh.getPrivateKey()
  return {
    publicKey: fresh.getPublicKey(),
    privateKey: Buffer.concat([Buffer.alloc(32 - secret.length), secret]),
  }
}

function keyObject({ publicKey, privateKey }: SigningKey): KeyObject {
  const part = (from: number, until: number) => publicKey.subarray(from, until).toString('base64url')
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65), d: privateKey.toString('base64url') },
  })
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The header that says who sends (RFC 8292, `vapid`). `audience` is the origin of the push service, `expires` at most a
 * day ahead, `subject` a way to reach us.
 */
export function vapidHeader(
  key: SigningKey,
  { audience, subject, expires }: { audience: string; subject: string; expires: Date },
): string {
  const claims = { aud: audience, exp: Math.floor(expires.getTime() / 1000), sub: subject }
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: keyObject(key), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${key.publicKey.toString('base64url')}`
}

/** Whether a browser could have such a key: a point of the curve, uncompressed. */
export function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    const any = createECDH('prime256v1')
    any.generateKeys()
    any.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}
