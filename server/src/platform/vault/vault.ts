import type { Clock } from '../clock.ts'
import { decrypt, encrypt, hashWithKey } from './cipher.ts'
import type { EncryptedColumn } from './encrypted-tables.ts'
import { type HashedColumn, hashedText, isHashed } from './hashed-columns.ts'

/** A column, and the primary key of the row. A ciphertext can be decrypted only in the place for which it was encrypted. */
export type Place = { column: EncryptedColumn; row: string }

/** `usedFrom`: when it begins to encrypt. */
export type DataKey = { number: number; key: Buffer; usedFrom: Date }

/** `usedFrom`: when columns with a hash begin to be encrypted. Hashes are written as soon as there is a key. */
type HashKey = { key: Buffer; usedFrom: Date }

/** The first byte of a keyed digest. */
const keyed = Buffer.from([1])

/** Begins every ciphertext, followed by the number of its data key and a dot. Texts from outside cannot have this control character. */
const mark = '\u0001phial1:'
/** The length of the mark with the longest number and the dot. */
const longestHead = mark.length + 11

/** A ciphertext that was changed, or moved from another row or column. */
export class CannotDecrypt extends Error {
  readonly place: Place

  constructor(place: Place) {
    super(
      `The ciphertext in ${place.column} of ${place.row} was changed, or belongs to another row or column`,
    )
    this.place = place
  }
}

/** The data keys and the hash key of this process. Without keys it encrypts and hashes nothing, and refuses ciphertexts. */
export class Vault {
  readonly #clock: Clock
  /** The newest first. */
  #keys: readonly DataKey[] = []
  #hashKey: HashKey | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  hold(key: DataKey): void {
    const others = this.#keys.filter(({ number }) => number !== key.number)
    this.#keys = [key, ...others].sort((one, other) => other.number - one.number)
  }

  holdHashKey(key: HashKey): void {
    this.#hashKey = key
  }

  /** When columns with a hash begin to be encrypted; null if the vault has no hash key. */
  hashesFrom = (): Date | null => this.#hashKey?.usedFrom ?? null

  holds = (number: number): boolean => this.#keys.some((key) => key.number === number)

  /** @throws if the vault does not have the key of this number */
  key(number: number): DataKey {
    const held = this.#keys.find((key) => key.number === number)
    if (!held) throw new Error(`This server does not have data key ${number}`)
    return held
  }

  /** The newest key that is already in use; null if the vault has none. */
  current(): DataKey | null {
    const now = this.#clock.now()
    return this.#keys.find(({ usedFrom }) => usedFrom <= now) ?? null
  }

  /** The key that now encrypts a column; null if its values are written plain. */
  #keyOf(column: EncryptedColumn): DataKey | null {
    return isHashed(column) && !this.hashesNow() ? null : this.current()
  }

  /** Whether columns with a hash are encrypted by now. */
  hashesNow(): boolean {
    const from = this.hashesFrom()
    return from !== null && from <= this.#clock.now()
  }

  /** The hash by which a value is found; null if the vault has no hash key. */
  hash(column: HashedColumn, text: string): Buffer | null {
    return this.#hashKey && hashWithKey(this.#hashKey.key, 'value', Buffer.from(hashedText(column, text)))
  }

  /** A keyed hash of the digest of content with identifiers, so that nobody can test guesses of them; null without a hash key. */
  keyedDigest(digest: Buffer): Buffer | null {
    return this.#hashKey && Buffer.concat([keyed, hashWithKey(this.#hashKey.key, 'digest', digest)])
  }

  /** An empty text stays empty, since constraints tell it from others. */
  encryptText(place: Place, text: string): string {
    const key = this.#keyOf(place.column)
    // Without a key, a text that looks like a ciphertext loses the character by which ciphertexts are recognized.
    if (!key) return text.startsWith(mark) ? text.slice(1) : text
    return text === '' ? text : headOf(key) + encryptWith(key, place, Buffer.from(text)).toString('base64')
  }

  /** Returns a text that is not encrypted as it is: rows written before the first key, and texts that an erasure has written. */
  decryptText(place: Place, text: string): string {
    const number = numberIn(text)
    if (number === null) return text
    return this.#decrypt(number, place, Buffer.from(text.slice(endOfHead(text)), 'base64')).toString()
  }

  encryptBytes(place: Place, bytes: Buffer): Buffer {
    const key = this.#keyOf(place.column)
    return key ? Buffer.concat([Buffer.from(headOf(key)), encryptWith(key, place, bytes)]) : bytes
  }

  decryptBytes(place: Place, bytes: Buffer): Buffer {
    const number = numberIn(bytes)
    return number === null ? bytes : this.#decrypt(number, place, bytes.subarray(endOfHead(beginOf(bytes))))
  }

  #decrypt(number: number, place: Place, box: Buffer): Buffer {
    const plain = decrypt(this.key(number).key, aboutOf(place, number), box)
    if (!plain) throw new CannotDecrypt(place)
    return plain
  }
}

const aboutOf = ({ column, row }: Place, number: number) => `${column}\n${row}\n${number}`
const headOf = ({ number }: DataKey) => `${mark}${number}.`
const endOfHead = (text: string) => text.indexOf('.') + 1
const beginOf = (bytes: Buffer) => bytes.toString('latin1', 0, longestHead)
const encryptWith = ({ key, number }: DataKey, place: Place, plain: Buffer) =>
  encrypt(key, aboutOf(place, number), plain)

/** The number of the data key of a ciphertext; null if the value is plain. */
export function numberIn(value: string | Buffer): number | null {
  const text = typeof value === 'string' ? value : beginOf(value)
  return text.startsWith(mark) ? Number(text.slice(mark.length, endOfHead(text) - 1)) : null
}
