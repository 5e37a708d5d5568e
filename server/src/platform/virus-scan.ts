import { connect, type NetConnectOpts } from 'node:net'
import type { Context } from './context.ts'
import { Refusal } from './errors.ts'

/** The timeout of a scan in milliseconds; long enough for ten megabytes. */
const patience = 30_000
/** The size of a chunk in bytes. */
const portion = 65_536

/**
 * Scans a file with the configured ClamAV daemon (clamd). Refuses a file with a finding. If no scanner is configured, files are not
 * scanned. If the scanner cannot be reached, every file is refused.
 */
export async function requireClean(
  { config, log }: Pick<Context, 'config' | 'log'>,
  bytes: Uint8Array,
): Promise<void> {
  if (config.virusScanner === null) return
  let answer: string
  try {
    answer = await scan(config.virusScanner, bytes)
  } catch (error) {
    log.error({ err: error }, 'the virus scanner could not be asked')
    throw unavailable()
  }
  if (answer === 'stream: OK') return
  if (answer.endsWith(' FOUND')) {
    log.warn('the virus scanner found something in a file; it was refused')
    throw new Refusal(
      'unsupported_type',
      'The virus scanner found something in this file. The file was not stored.',
    )
  }
  log.error({ answer: answer.slice(0, 200) }, 'the virus scanner did not scan a file')
  throw unavailable()
}

const unavailable = () =>
  new Refusal('busy', 'Files cannot be checked for viruses just now. Please try again later.', {
    retryAfterSeconds: 60,
  })

/** The command INSTREAM of clamd(8): chunks with their length, and an empty chunk at the end. */
function scan(address: NetConnectOpts, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(address, () => {
      socket.write('zINSTREAM\0')
      for (let at = 0; at < bytes.length; at += portion) {
        const part = bytes.subarray(at, at + portion)
        socket.write(lengthOf(part.length))
        socket.write(part)
      }
      socket.write(lengthOf(0))
    })
    socket.setEncoding('utf8')
    socket.setTimeout(patience, () => socket.destroy(new Error('The scanner does not answer')))
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer.replace(/\0.*$/s, '').trim()))
  })
}

function lengthOf(count: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(count)
  return length
}
