import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

/** Bytes of a key of AES-256. */
export const keyBytes = 32

/**
 * AES-256-GCM: nonce, tag and ciphertext. `about` is not stored, and decryption succeeds only with the same `about`. Nonces are random,
 * so that one key may encrypt 2^32 values (NIST SP 800-38D, 8.3).
 */
export function encrypt(key: Buffer, about: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about))
  const body = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...body])
}

/** Null if the bytes were changed, or encrypted with another key or about something else. */
export function decrypt(key: Buffer, about: string, bytes: Buffer): Buffer | null {
  if (bytes.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const plain = decipher.update(bytes.subarray(nonceBytes + tagBytes))
  try {
    return Buffer.concat([plain, decipher.final()])
  } catch {
    return null
  }
}

/** HMAC-SHA-256: without the key, nobody can test a guess of what was hashed. */
export const hashWithKey = (key: Buffer, about: string, content: Buffer): Buffer =>
  createHmac('sha256', key).update(`${about}\n`).update(content).digest()
