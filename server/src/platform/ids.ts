import { createHash, randomBytes, randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

const pool = Buffer.alloc(4096)
let used = pool.length

/** Random bytes from a pool: one system call serves 256 ids. */
function random(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, used + count)
  used += count
  return bytes
}

let lastMillisecond = 0
let counter = 0

/**
 * UUID version 7 (RFC 9562, method 1): 48 bits of milliseconds, a 12-bit counter, 62 random bits. Keys grow at the
 * index's end, and those of one process sort in the order in which they were made, even within a millisecond or when
 * the machine's clock is set back.
 */
export function uuidv7(clock: Clock): string {
  const now = clock.now().getTime()
  if (now > lastMillisecond) {
    lastMillisecond = now
    counter = 0
  } else if (++counter > 0xfff) {
    lastMillisecond++
    counter = 0
  }
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(lastMillisecond, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  random(8).copy(bytes, 8)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** An opaque secret of 256 random bits, for a URL fragment or a header. The database stores only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `length` characters of Crockford base32: no I, L, O, U, so that it survives being read out and typed. */
export function newCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => crockford.charAt(byte & 31)).join('')
}

/** Normalises a typed code: case, spaces and dashes are ignored, O is read as 0, and I and L as 1. */
export function normaliseCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
}
