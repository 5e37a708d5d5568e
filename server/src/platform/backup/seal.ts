import { createReadStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createZstdCompress, createZstdDecompress, constants as zlib, zstdCompress } from 'node:zlib'
import type { Encrypter } from 'age-encryption'
import { StartupError } from '../startup-error.ts'

/**
 * The operator's key. `recipients` encrypt; `identities` decrypt, and are empty on a machine that only makes backups and
 * must not be able to read them.
 */
export type BackupKey = { recipients: string[]; identities: string[] }

/** What is sealed is compressed with Zstandard and then encrypted in the format of age: `age -d | zstd -d` opens it. */
export const sealedSuffix = '.zst.age'

const compression = { params: { [zlib.ZSTD_c_compressionLevel]: 3, [zlib.ZSTD_c_checksumFlag]: 1 } }

/** Loaded when it is used: it takes a fifth of a second and 12 MB, and most processes make no backups. */
const age = () => import('age-encryption')

/** A new key file, as `age-keygen` writes it. */
export async function newKeyFile(): Promise<{ text: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { text: `# public key: ${recipient}\n${identity}\n`, recipient }
}

/** Reads a key file: a line `AGE-SECRET-KEY-1…` or `age1…` for each key, and comments. */
export async function readKey(path: string): Promise<BackupKey> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new StartupError(`The key file ${path} of the backups cannot be read.`)
  }
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  const recipients = lines.filter((line) => line.startsWith('age1'))
  if (lines.length === 0 || identities.length + recipients.length !== lines.length) {
    throw new StartupError(
      `The key file ${path} must have lines that begin with AGE-SECRET-KEY-1 or age1: make one with npm run backup -- --make-key`,
    )
  }
  const { identityToRecipient } = await age()
  try {
    const own = await Promise.all(identities.map((identity) => identityToRecipient(identity)))
    const key = { recipients: [...new Set([...own, ...recipients])], identities }
    await encrypterOf(key)
    return key
  } catch {
    throw new StartupError(`A key in the file ${path} is not complete: copy the whole line.`)
  }
}

async function encrypterOf(key: BackupKey): Promise<Encrypter> {
  const { Encrypter } = await age()
  const encrypter = new Encrypter()
  for (const recipient of key.recipients) encrypter.addRecipient(recipient)
  return encrypter
}

const compress = promisify(zstdCompress)

export async function seal(key: BackupKey, bytes: Uint8Array): Promise<Uint8Array> {
  const encrypter = await encrypterOf(key)
  return encrypter.encrypt(await compress(bytes, compression))
}

/** Compresses and encrypts a stream of any length. */
export async function sealStream(key: BackupKey, bytes: Readable): Promise<Readable> {
  const encrypter = await encrypterOf(key)
  const compressed = createZstdCompress(compression)
  bytes.on('error', (error) => compressed.destroy(error)).pipe(compressed)
  const web = Readable.toWeb(compressed) as unknown as globalThis.ReadableStream<Uint8Array>
  return Readable.fromWeb((await encrypter.encrypt(web)) as unknown as ReadableStream)
}

/** The content of a sealed file. The stream fails if the file is damaged, cut short or of another key. */
export async function openSealed(key: BackupKey, path: string): Promise<Readable> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  for (const identity of key.identities) decrypter.addIdentity(identity)
  const web = Readable.toWeb(createReadStream(path)) as unknown as globalThis.ReadableStream<Uint8Array>
  let decrypted: globalThis.ReadableStream<Uint8Array>
  try {
    decrypted = await decrypter.decrypt(web)
  } catch (error) {
    throw new StartupError(problemOf(path, error))
  }
  const plain = createZstdDecompress()
  Readable.fromWeb(decrypted as unknown as ReadableStream)
    .on('error', (error) => plain.destroy(new StartupError(problemOf(path, error))))
    .pipe(plain)
  return plain
}

export async function readSealed(key: BackupKey, path: string): Promise<Buffer> {
  return Buffer.concat(await (await openSealed(key, path)).toArray())
}

function problemOf(path: string, error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return /no identity matched/i.test(said)
    ? `The key does not open ${path}: it was encrypted with another key.`
    : `${path} is damaged: it was altered or cut short after it was written (${said}).`
}
