import { execFile } from 'node:child_process'
import { seconds } from '../clock.ts'
import { StartupError } from '../startup-error.ts'
import { keyBytes } from './cipher.ts'
import type { KeySource } from './key-source.ts'

const longest = seconds(30)
/** Marks, in the database, the data keys that the program encrypted. */
const mark = 'command:'
const names = /^[!-~]([ -~]{0,198}[!-~])?$/

/**
 * A program of the operator that calls a key management service (KMS), whose master key does not leave the service. It is run as
 * `program name`, `program wrap <about>` and `program unwrap <about> <name>`, reads and writes base64, and ends with 0 if it succeeded.
 * See docs/guide/encryption.md.
 * @throws StartupError if the program fails, or cannot decrypt what it has just encrypted
 */
export async function askKeyCommand(program: string): Promise<KeySource> {
  const failed = (why: string) =>
    new StartupError(`The program ${program} of MASTER_KEY ${why}. See docs/guide/encryption.md.`)
  const run = (parameters: string[], input = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const limits = { timeout: longest, killSignal: 'SIGKILL', maxBuffer: 65_536 } as const
      const child = execFile(program, parameters, limits, (error, output, errors) => {
        if (!error) return resolve(output.trim())
        const reason = error.killed ? `took longer than ${longest / 1_000} s` : errors.trim() || error.message
        reject(failed(`failed at ${parameters[0]}: ${reason.split('\n')[0]?.slice(0, 300)}`))
      })
      // A program that ends without reading has its own exit code.
      child.stdin?.on('error', () => undefined).end(input)
    })
  const bytesOf = async (parameters: string[], input: Buffer) =>
    Buffer.from(await run(parameters, `${input.toString('base64')}\n`), 'base64')

  const name = await run(['name'])
  if (!names.test(name)) throw failed('must print the name of its key, at most 200 characters on one line')
  const current = `${mark}${name}`
  const decrypt = async (wrapped: Buffer, about: string, keyName: string) => {
    const dataKey = await bytesOf(['unwrap', about, keyName], wrapped)
    if (dataKey.length !== keyBytes) throw failed(`must print ${keyBytes} bytes in base64 at unwrap`)
    return dataKey
  }
  return {
    name: `the program ${program}`,
    current,
    async wrap(dataKey, about) {
      const wrapped = await bytesOf(['wrap', about], dataKey)
      // Fields that are encrypted with a data key that nobody can decrypt would be lost.
      if (!dataKey.equals(await decrypt(wrapped, about, name)))
        throw failed('does not decrypt what it encrypted')
      return { wrapped, wrappedBy: current }
    },
    unwrap: async ({ wrapped, wrappedBy }, about) =>
      wrappedBy.startsWith(mark) ? decrypt(wrapped, about, wrappedBy.slice(mark.length)) : null,
  }
}
