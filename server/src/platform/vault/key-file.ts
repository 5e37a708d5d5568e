import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'
import { decrypt, encrypt, keyBytes } from './cipher.ts'
import type { KeySource } from './key-source.ts'

const prefix = 'PHIAL-MASTER-KEY-1'

/** The text of a new key file. */
export const newKeyFile = (): string =>
  `# Master key of Phial. Without it, the encrypted fields of the database are lost: keep a copy away from this machine.\n${prefix}${randomBytes(keyBytes).toString('base64url')}\n`

/** The master keys of a file, one on each line. The first one encrypts; the others only decrypt what was encrypted with them. */
export function readKeyFile(path: string): KeySource {
  const keys = masterKeysOf(path)
  const [current] = keys.keys()
  const wrapWith = keys.get(current ?? '')
  if (current === undefined || !wrapWith) throw new StartupError(`The file ${path} has no master key.`)
  return {
    name: `the file ${path}`,
    current,
    wrap: async (dataKey, about) => ({ wrapped: encrypt(wrapWith, about, dataKey), wrappedBy: current }),
    async unwrap({ wrapped, wrappedBy }, about) {
      const key = keys.get(wrappedBy)
      return key ? decrypt(key, about, wrapped) : null
    },
  }
}

/** By their ids, in the order of the file. */
function masterKeysOf(path: string): Map<string, Buffer> {
  const lines = textOf(path)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const key = Buffer.from(line.slice(prefix.length), 'base64url')
      if (!line.startsWith(prefix) || key.length !== keyBytes) {
        throw new StartupError(
          `The file ${path} must have a whole line ${prefix}… for each master key: make one with npm run data-keys -- --make-key <file>`,
        )
      }
      return [createHash('sha256').update(key).digest('hex').slice(0, 16), key] as const
    }),
  )
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartupError(`The file ${path} with the master key cannot be read.`)
  }
}
