import { connect, type Socket } from 'node:net'

/** Many who follow a stream, on sockets of their own, written and read without an HTTP client between. */
export type Subscribers = {
  readonly count: number
  /** Forgets what has come; then: milliseconds from `since` (of `performance.now()`) to the first message of each. */
  begin(): void
  /** Resolves when everyone has had a message since `begin`, or after `patienceMs`; those who have not are missing. */
  arrivals(since: number, patienceMs: number): Promise<number[]>
  close(): void
}

/** `pathOf` and `tokenOf` by number of the subscriber. Loopback addresses are taken in turn, 500 to each. */
export async function subscribe(
  port: number,
  count: number,
  asks: (number: number) => { path: string; token: string | null },
): Promise<Subscribers> {
  const sockets: Socket[] = []
  const arrived = new Float64Array(count)
  let waiting: (() => void) | null = null
  let missing = 0
  for (let number = 0; number < count; number++) {
    const { path, token } = asks(number)
    const socket = connect({
      host: '127.0.0.1',
      port,
      localAddress: `127.0.0.${2 + Math.floor(number / 500)}`,
    })
    const first = new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('data', (chunk: Buffer) => {
        if (chunk.toString('latin1', 9, 12) === '200') resolve()
        else reject(new Error(chunk.toString()))
      })
    })
    socket.on('data', (chunk: Buffer) => {
      if (arrived[number] !== 0 || !chunk.includes('event: queue')) return
      arrived[number] = performance.now()
      if (--missing === 0) waiting?.()
    })
    const head = [
      `GET ${path} HTTP/1.1`,
      'Host: bench',
      ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    sockets.push(socket)
    // All at once would overrun the line of those who wait to be let in.
    if (number % 100 === 99) await first
    else first.catch(() => undefined)
  }
  return {
    count,
    begin() {
      arrived.fill(0)
      missing = count
    },
    async arrivals(since, patienceMs) {
      await new Promise<void>((resolve) => {
        if (missing === 0) return resolve()
        const timer = setTimeout(resolve, patienceMs)
        waiting = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      waiting = null
      return [...arrived].filter((at) => at > 0).map((at) => at - since)
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
