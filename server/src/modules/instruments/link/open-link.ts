import type { Socket } from 'node:net'
import type { Context } from '#server/platform/context.ts'
import { keepMessage } from '../keep-message.ts'
import { type ConnectedRow, noteLink } from '../queries-instruments.ts'
import type { MessageEnd } from '../wire/astm-link.ts'
import { wireStamp } from '../wire/wire-time.ts'
import { openConnection } from './open-connection.ts'
import { sendOrders } from './send-orders.ts'
import { talkAstm } from './talk-astm.ts'
import { talkHl7 } from './talk-hl7.ts'

export type OpenLink = {
  /** Sends waiting orders if the analyser is connected. */
  look(): void
  close(): Promise<void>
}

/** Opens the link of an instrument. `arrived` is called after a message was stored. */
export function openLink(context: Context, instrument: ConnectedRow, arrived: () => void): OpenLink {
  const { clock, log, config, db } = context
  let orders: ReturnType<typeof sendOrders> | null = null
  const stamp = () => wireStamp(clock.now())

  const look = () => {
    orders
      ?.look()
      .catch((error: unknown) =>
        log.warn({ err: error, instrument: instrument.id }, 'the orders of an instrument could not be read'),
      )
  }

  function serve(socket: Socket, peer: string, complain: (trouble: string) => void): () => void {
    const keep = async (bytes: Buffer, end: MessageEnd) => {
      let whole: Buffer | null
      try {
        whole = await keepMessage(context, instrument, { bytes, peer, isWhole: end !== 'cut' })
      } catch (error) {
        log.error({ err: error, instrument: instrument.id }, 'a message of an instrument could not be stored')
        complain('A message could not be stored; the analyser was asked to send it again')
        throw error
      }
      if (whole) arrived()
      return whole
    }
    const sender = sendOrders(context, instrument, { peer, complain })
    const line = {
      socket,
      keep,
      complain,
      ordersFor: sender.ordersFor,
      sent: (...outcome: Parameters<typeof sender.sent>) => void sender.sent(...outcome),
    }
    const talk =
      instrument.protocol === 'astm' ? talkAstm(line, instrument) : talkHl7(line, instrument.encoding, stamp)
    sender.attach(talk)
    orders = sender
    look()
    return () => {
      sender.attach(null)
      talk.over()
      if (orders === sender) orders = null
    }
  }

  const connection = openConnection(instrument, {
    ...{ config, clock, serve },
    write: (change) => noteLink(db, instrument, change),
    failed: (error) =>
      log.warn({ err: error, instrument: instrument.id }, 'the state of a link could not be written'),
  })
  return { look, close: connection.close }
}
