import { connect, type Socket } from 'node:net'

export type Answer = { status: number; ms: number; body: Buffer }

/**
 * One kept-alive connection that asks one question at a time, written straight to the socket: Node's own HTTP client
 * costs as much as the server that is measured, and both share the machine.
 */
export type HttpClient = {
  /** `request` is a whole HTTP/1.1 request. Rejects when the connection ends before the answer is complete. */
  ask(request: string): Promise<Answer>
  close(): void
}

export async function openHttpClient(host: string, port: number): Promise<HttpClient> {
  const socket = connect({ host, port, noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let asked: { at: number; resolve(answer: Answer): void; reject(error: Error): void } | undefined
  let received: Buffer = Buffer.alloc(0)

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = parseAnswer(received)
    if (!answer || !asked) return
    received = Buffer.alloc(0)
    const { at, resolve } = asked
    asked = undefined
    resolve({ ...answer, ms: performance.now() - at })
  })
  const lost = (error?: Error) => {
    asked?.reject(error ?? new Error('The connection ended'))
    asked = undefined
  }
  socket.on('error', lost)
  socket.on('close', () => lost())

  return {
    ask: (request) => ask(socket, request),
    close: () => socket.destroy(),
  }

  function ask(to: Socket, request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      asked = { at: performance.now(), resolve, reject }
      to.write(request)
    })
  }
}

/** Null while the answer is not complete. Answers must announce their length, as those of the product do. */
function parseAnswer(received: Buffer): { status: number; body: Buffer } | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = received.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length:\n${head}`)
  const end = headEnd + 4 + Number(length)
  if (received.length < end) return null
  return { status: Number(head.slice(9, 12)), body: received.subarray(headEnd + 4, end) }
}

export function httpRequest(
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const content =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${lines.join('')}${content}\r\n${body ?? ''}`
}
