import { holdLease, openConnection } from '#server/modules/instruments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { processUnread } from './process-message.ts'
import {
  connectionsOn,
  forgetHl7Connections,
  holdHl7Links,
  type LinedRow,
  letGoOfHl7Links,
  noteHl7Link,
} from './queries-connections.ts'
import { messageSender } from './send-messages.ts'
import { talkHl7 } from './talk-hl7.ts'

/**
 * Holds the HL7 connections while this process has their lease. Messages that an earlier process has stored but not processed are processed
 * by this process.
 */
export function holdHl7Connections(context: Context, { everyMs }: { everyMs?: number } = {}) {
  const { db } = context
  return holdLease(
    context,
    {
      about: 'hospitals',
      take: (holder, seconds) => holdHl7Links(db, holder, seconds),
      letGo: (holder) => letGoOfHl7Links(db, holder),
      async begun() {
        await forgetHl7Connections(db)
        await processUnread(context)
      },
      read: () => connectionsOn(db),
      open: (connection) => openLink(context, connection),
      async renewed(connections, linkOf) {
        for (const { id } of connections) linkOf(id)?.look()
      },
    },
    { everyMs },
  )
}

function openLink(context: Context, connection: LinedRow) {
  const sender = messageSender(context, connection)
  const link = openConnection(connection, {
    ...{ config: context.config, clock: context.clock },
    write: (change) => noteHl7Link(context.db, connection.id, change),
    failed: (error) =>
      context.log.warn({ err: error, connection: connection.id }, 'the state of a link could not be written'),
    serve(socket, peer, complain) {
      const talk = talkHl7(context, connection, { socket, peer, complain })
      const closed = sender.opened({ send: talk.send, complain })
      return () => {
        closed()
        talk.over()
      }
    },
  })
  return {
    look: sender.look,
    async close() {
      await link.close()
      await sender.done()
    },
  }
}
