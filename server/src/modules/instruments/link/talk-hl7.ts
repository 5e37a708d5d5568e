import type { TextEncoding } from '#contract/instruments.ts'
import { acknowledgedIn, respondToQuery } from '../wire/hl7-orders.ts'
import { acknowledge } from '../wire/hl7-records.ts'
import { mllpFrame, mllpReader } from '../wire/mllp.ts'
import { hl7Sender } from './hl7-sender.ts'
import { answer, type Line, longestMessage, type Talk } from './talk.ts'

/** The connection is closed if a message is not complete within this time. */
const messageWithinMs = 60_000
const endless = 'A message was not complete after a minute; the connection was closed'

/** Runs HL7 over MLLP on a connection. `now`: YYYYMMDDHHMMSS. */
export function talkHl7(line: Line, encoding: TextEncoding, now: () => string): Talk {
  const { socket, keep, complain, ordersFor, sent } = line
  const reader = mllpReader(longestMessage)
  const sender = hl7Sender((message) => answer(line, mllpFrame(message, encoding)), sent)
  let timer: NodeJS.Timeout | undefined
  let responses = 0
  let isOver = false
  const send = (id: string, message: Buffer) => {
    if (isOver) sent(id, 'broken off')
    else sender.send(id, message)
  }
  const reply = async (query: Buffer) => {
    const orders = await ordersFor(query).catch(() => 'unread' as const)
    if (orders === null) return
    const id = `${now()}R${++responses}`
    const found = orders === 'unread' ? orders : orders.length > 0 ? 'orders' : 'none'
    const response = respondToQuery(query.toString(encoding), found, id, { now: now(), encoding })
    if (response !== null) answer(line, mllpFrame(response, encoding))
    if (orders === 'unread') return complain('A query could not be answered')
    for (const one of orders) {
      if (!one.isLast) send(one.id, one.bytes)
      else {
        answer(line, mllpFrame(one.bytes, encoding))
        sent(one.id, socket.writable ? null : 'broken off')
      }
    }
  }
  const take = async (messages: readonly Buffer[]) => {
    for (const message of messages) {
      const isKept = await keep(message, 'terminator').then(
        () => true,
        () => false,
      )
      const text = message.toString(encoding)
      for (const one of acknowledge(text, isKept, now())) answer(line, mllpFrame(one, encoding))
      for (const one of acknowledgedIn(text)) sender.answered(one)
      if (isKept) await reply(message)
    }
  }
  const breakOff = (about: string) => {
    complain(about)
    socket.destroy()
  }
  socket.on('data', (bytes) => {
    const { messages, isTooLong } = reader.push(bytes as Buffer)
    if (messages.length > 0) {
      // Reading pauses while messages are stored: further bytes stay in the socket's buffer.
      socket.pause()
      take(messages).finally(() => socket.resume())
    }
    if (isTooLong) return breakOff('A message was longer than 16 MiB; the connection was closed')
    if (messages.length > 0 || !reader.isOpen()) {
      clearTimeout(timer)
      timer = undefined
    }
    if (reader.isOpen()) timer ??= setTimeout(() => breakOff(endless), messageWithinMs)
  })
  return {
    send,
    over: () => {
      isOver = true
      clearTimeout(timer)
      sender.over()
    },
  }
}
