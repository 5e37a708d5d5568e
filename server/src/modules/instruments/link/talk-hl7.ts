import type { TextEncoding } from '#contract/instruments.ts'
import { acknowledgedIn, respondToQuery } from '../wire/hl7-orders.ts'
import { acknowledge } from '../wire/hl7-records.ts'
import { mllpFrame } from '../wire/mllp.ts'
import { hl7Sender } from './hl7-sender.ts'
import { readMllp } from './read-mllp.ts'
import { answer, type Line, longestMiB, type Talk } from './talk.ts'

/** Runs HL7 over MLLP on a connection. `now`: YYYYMMDDHHMMSS. */
export function talkHl7(line: Line, encoding: TextEncoding, now: () => string): Talk {
  const { socket, keep, complain, ordersFor, sent } = line
  const sender = hl7Sender((message) => answer(line, mllpFrame(message, encoding)), sent)
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
  const stopReading = readMllp(line, longestMiB, take)
  return {
    send,
    over: () => {
      isOver = true
      stopReading()
      sender.over()
    },
  }
}
