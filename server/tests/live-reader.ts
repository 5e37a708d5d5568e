import { type ClientRequest, get, type IncomingMessage } from 'node:http'

export type Message = { event: string; id: string | null; data: string }

/** A reader of a stream that keeps the messages it received. */
export type Reader = {
  status: number
  messages: Message[]
  /** The data of `queue` messages. */
  told(): {
    seq: number
    reset: boolean
    events: { seq: number; kind?: string; code: string | null }[]
    state: unknown
  }[]
  /** Numbers of all received events, in order. */
  numbers(): number[]
  lastId(): string
  /** Resolves with the first matching message, received or future. */
  until(wanted: (message: Message) => boolean): Promise<Message>
  untilSeq(seq: number): Promise<Message>
  /** Closes the connection. */
  cut(): void
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
}

const patienceMs = 10_000

export async function follow(
  url: string,
  path: string,
  { headers = {}, lastEventId }: { headers?: Record<string, string>; lastEventId?: string } = {},
): Promise<Reader> {
  const messages: Message[] = []
  const waiting = new Set<() => void>()
  let request: ClientRequest | undefined
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request = get(
      url + path,
      {
        agent: false,
        headers: { ...headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
      },
      resolve,
    )
    request.on('error', reject)
  })
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (piece: string) => {
    rest += piece
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null
      const data = field('data')
      if (data !== null) messages.push({ event: field('event') ?? '', id: field('id'), data })
    }
    for (const look of [...waiting]) look()
  })
  const ended = new Promise<void>((resolve) => response.once('close', () => resolve()))
  response.on('error', () => {})
  const told = () => messages.filter(({ event }) => event === 'queue').map(({ data }) => JSON.parse(data))
  const until = (wanted: (message: Message) => boolean) =>
    new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look)
        reject(
          new Error(`Not told within ${patienceMs} ms. Told: ${messages.map((one) => one.id ?? one.data)}`),
        )
      }, patienceMs)
      const look = () => {
        const found = messages.find(wanted)
        if (!found) return
        clearTimeout(timer)
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  return {
    status: response.statusCode ?? 0,
    messages,
    told,
    numbers: () => told().flatMap(({ events }) => events.map((event: { seq: number }) => event.seq)),
    lastId: () => messages.findLast(({ id }) => id !== null)?.id ?? '',
    until,
    untilSeq: (seq) => until(({ event, id }) => event === 'queue' && Number(id) >= seq),
    cut: () => request?.destroy(),
    ended,
  }
}
