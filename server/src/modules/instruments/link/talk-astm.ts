import { setTimeout as sleep } from 'node:timers/promises'
import { type Effect, type MessageEnd, openAstmLink } from '../wire/astm-link.ts'
import { answer, type Line, longestMessage, type Talk, ticks } from './talk.ts'

const complaints = {
  'bad frame': 'A frame with a wrong checksum or frame number was refused',
  silence: 'The analyser stopped sending in the middle of a message',
  'too long': 'A message longer than 16 MiB was refused',
} as const

const keepAgainMs = 1_000

/** Runs the ASTM protocol on a connection. */
export function talkAstm(
  line: Line,
  {
    checksum,
    acknowledged,
    joinsRecords = false,
  }: { checksum: boolean; acknowledged: boolean; joinsRecords?: boolean },
): Talk {
  const { socket, keep, complain, ordersFor, sent } = line
  // Most analysers expect each record in a frame of its own.
  const link = openAstmLink({
    role: 'host',
    checksum,
    acknowledged,
    perRecord: true,
    splits: joinsRecords,
    most: longestMessage,
  })
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const wait = () => {
    clearTimeout(timer)
    const due = link.deadline()
    if (Number.isFinite(due) && !isOver)
      timer = setTimeout(() => act(link.tick(ticks())), Math.max(0, due - ticks()))
  }
  const act = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      if (effect.do === 'write') answer(line, effect.bytes)
      if (effect.do === 'complain') complain(complaints[effect.about])
      if (effect.do === 'receive') receive(effect.message, effect.end)
      if (effect.do === 'sent') sent(effect.id, null)
      if (effect.do === 'failed') sent(effect.id, effect.why)
    }
    wait()
  }
  const send = (id: string, message: Buffer) => {
    if (isOver) sent(id, 'broken off')
    else act(link.send(id, message, ticks()))
  }
  const reply = async (query: Buffer) => {
    for (const { id, bytes } of (await ordersFor(query)) ?? []) send(id, bytes)
  }
  /** Stores a message without a terminator record, with retries: its frames are already acknowledged. */
  const keepAtLast = async (message: Buffer): Promise<Buffer | null> => {
    for (;;) {
      try {
        return await keep(message, 'eot')
      } catch (error) {
        if (isOver) throw error
        await sleep(keepAgainMs)
      }
    }
  }
  let storing = 0
  const receive = (message: Buffer, end: MessageEnd) => {
    // Reading pauses while a message is stored: further bytes stay in the socket's buffer.
    storing++
    socket.pause()
    const settle = (isKept: boolean) => {
      storing--
      // Bytes that came with the message may be another one, which is then being stored.
      if (end === 'terminator' && !isOver) act(link.settle(isKept, ticks()))
      if (storing === 0) socket.resume()
    }
    const kept = end === 'eot' ? keepAtLast(message) : keep(message, end)
    kept.then(
      (whole) => {
        settle(true)
        if (whole && end !== 'cut') reply(whole).catch(() => complain('A query could not be answered'))
      },
      () => settle(false),
    )
  }
  socket.on('data', (bytes) => act(link.receive(bytes as Buffer, ticks())))
  return {
    send,
    over: () => {
      isOver = true
      act(link.lose(ticks()))
      clearTimeout(timer)
    },
  }
}
