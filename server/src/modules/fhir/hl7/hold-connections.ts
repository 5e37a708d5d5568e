import {
  holdLease,
  type LinkState,
  noteInBackground,
  openConnection,
} from '#server/modules/instruments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { processUnread } from './process-message.ts'
import {
  type ConnectionRow,
  connectionsOn,
  forgetHl7Connections,
  holdHl7Links,
  letGoOfHl7Links,
  noteHl7Link,
} from './queries-connections.ts'
import { talkHl7 } from './talk-hl7.ts'

/** The lease of the process that holds the links. */
const holdSeconds = 6
/** The maximum number of links of a process. */
const most = 64

/**
 * Holds the HL7 connections while this process has their lease. Changed settings take effect when the lease is next renewed. Messages that
 * an earlier process has stored but not processed are processed by this process.
 */
export function holdHl7Connections(context: Context, { everyMs }: { everyMs?: number } = {}) {
  const holder = uuidv7(context.clock)
  const links = new Map<string, ReturnType<typeof openLink>>()
  const lease = holdLease(
    {
      take: () => holdHl7Links(context.db, holder, holdSeconds),
      letGo: () => letGoOfHl7Links(context.db, holder),
      async begun() {
        await forgetHl7Connections(context.db)
        await processUnread(context)
      },
      async look(isClosed) {
        const connections = await connectionsOn(context.db, most)
        for (const [id, link] of links) {
          if (connections.some((one) => one.id === id && one.version === link.version)) continue
          links.delete(id)
          await link.close()
        }
        for (const connection of connections)
          if (!isClosed() && !links.has(connection.id))
            links.set(connection.id, openLink(context, connection))
      },
      async closeAll() {
        const open = [...links.values()]
        links.clear()
        await Promise.all(open.map((link) => link.close()))
      },
    },
    { log: context.log, about: 'hospitals', everyMs },
  )
  return { stop: () => lease.stop() }
}

function openLink(context: Context, connection: ConnectionRow) {
  const { clock, config, db, log } = context
  const { note, done } = noteInBackground(
    (change: LinkState) => noteHl7Link(db, connection.id, change),
    (error) =>
      log.warn({ err: error, connection: connection.id }, 'the state of a link could not be written'),
  )
  const link = openConnection(connection, {
    ...{ config, clock, note },
    serve(socket, peer) {
      const complain = (trouble: string) => note({ trouble, troubleAt: clock.now() })
      const talk = talkHl7(context, connection, { socket, peer, complain, sent: () => {} })
      return () => talk.over()
    },
  })
  return {
    version: connection.version,
    async close() {
      await link.close()
      await done()
    },
  }
}
