import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { BoardEvent, MyEvent, QueueMessage } from '#contract/queue-views.ts'
import { boardState, deskState, floorState, myState, queueEvent } from '#contract/queue-views.ts'
import type { Context } from '#server/platform/context.ts'
import { entry } from '#server/platform/entry.ts'
import type { Streams } from '#server/platform/http/streams.ts'
import { createFeed, type Feed } from '#server/platform/live/feed.ts'
import type { Live } from '#server/platform/live/listener.ts'
import { dayOf, mostEvents, type Picture, readPicture, type SiteRef, siteOf } from './picture.ts'
import { endedTicketsOf, type Holder } from './queries-picture.ts'
import { type EventRow, eventsAfter, readQueue } from './queries-queue.ts'
import { floorOf, readFloorPicture } from './read-floor.ts'
import { myStateOf, ticketsOf } from './read-queue.ts'
import { boardOf, deskStateOf, showEvent } from './show.ts'
import { onWaits } from './waits.ts'

/**
 * The live streams of the queue. Each process reads a site's picture once after each change and writes each kind of message once for
 * all readers; only patients' places are a message for each reader. Every reader gets each event number once and in order: the events
 * since the last message, and the state after them.
 */
export type QueueStreams = ReturnType<typeof createQueueStreams>

type Base = Pick<Context, 'db' | 'clock' | 'log'>

/** Changes within this time are one message: calling the next ticket is two events, and arrivals come in groups. */
const pauseMs = 30
/** How long a process waits to catch up with another; after that, the reader has to load the state again. */
const catchUpMs = 5_000
/** Places also change by time alone: an appointment enters its window, a wait becomes long. */
const everyMs = 30_000

/** The state and the events as one kind of reader gets them. */
type Telling<T extends Picture> = {
  state: (picture: T) => { at: string }
  events: (events: readonly EventRow[], picture: T) => unknown[]
}

type Channel<T extends Picture> = {
  feed: Feed<T>
  telling: Telling<T>
  shared: (picture: T, before: T) => Buffer | null
}

const boardEvents = (events: readonly EventRow[]): BoardEvent[] =>
  events.flatMap(({ seq, kind, code, deskName, at, undone }) => {
    const again = kind === 'recalled'
    if (undone || code === null || !(again || kind === 'called')) return []
    return [{ seq, code, desk: deskName ?? '', at: at.toISOString(), again }]
  })

const staffEvents = (events: readonly EventRow[]) => z.array(queueEvent).parse(events.map(showEvent))

const myEvents =
  (holder: Holder, known: ReadonlySet<string>) =>
  (events: readonly EventRow[], picture: Picture): MyEvent[] => {
    const own = new Set([...known, ...ticketsOf(picture, holder).map(({ id }) => id)])
    return events.flatMap(({ ticketId, seq, kind, code, deskName, at }) =>
      code !== null && own.has(ticketId ?? '')
        ? [{ seq, kind, code, desk: deskName, at: at.toISOString() }]
        : [],
    )
  }

export function createQueueStreams(base: Base, live: Live, streams: Streams) {
  function feedOf<T extends Picture>(site: SiteRef, read: (since: number | null) => Promise<T>): Feed<T> {
    const feed = createFeed<T>({
      live,
      topic: `queue:${site.id}`,
      read: (before) => read(before?.seq ?? null),
      log: base.log,
      pauseMs,
      everyMs,
    })
    onWaits(site.id, feed.refresh)
    return feed
  }
  const pictures = oncePerSite((site) => feedOf(site, (since) => readPicture(base, site, { since })))
  const board = oncePerSite((site) =>
    channel(pictures(site), { state: (picture) => boardState.parse(boardOf(picture)), events: boardEvents }),
  )
  const desk = oncePerSite((site) =>
    channel(pictures(site), {
      state: (picture) => deskState.parse(deskStateOf(picture)),
      events: staffEvents,
    }),
  )
  const floor = oncePerSite((site) =>
    channel(
      feedOf(site, (since) => readFloorPicture(base, site, since)),
      { state: (picture) => floorState.parse(floorOf(picture)), events: staffEvents },
    ),
  )

  async function follow<T extends Picture>(
    reply: FastifyReply,
    context: Context,
    site: SiteRef,
    { feed, telling, shared }: Channel<T>,
    lastEventId: string | undefined,
  ): Promise<void> {
    // Holds the pictures that arrive while the first message is prepared.
    const waiting: T[] = []
    let wake = (): void => {}
    let take = (picture: T): void => {
      waiting.push(picture)
      wake()
    }
    const detach = await feed.attach((picture) => take(picture))
    try {
      let first = waiting.shift()
      if (!first) throw new Error('A feed begins with a state')
      if (await isAhead(context, site, first, lastEventId)) {
        // The reader has a later number, from another process: this one catches up before it sends anything.
        const patience = setTimeout(() => wake(), catchUpMs)
        while (first.seq < Number(lastEventId) && waiting.length === 0) {
          feed.refresh()
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          const next = waiting.shift()
          if (!next) break
          first = next
        }
        clearTimeout(patience)
      }
      const missed = await eventsSince(context, site, first, lastEventId)
      const stream = streams.open(reply, context)
      stream.onClose(detach)
      stream.send(wire(message(first, telling, missed)))
      let before = first
      take = (picture) => {
        const next = shared(picture, before)
        before = picture
        if (next) stream.send(next)
      }
      for (const picture of waiting) take(picture)
    } catch (error) {
      detach()
      throw error
    }
  }

  const following =
    <T extends Picture>(channelOf: (site: SiteRef) => Channel<T>) =>
    async (
      reply: FastifyReply,
      context: Context,
      siteId: string | undefined,
      lastEventId: string | undefined,
    ): Promise<void> => {
      const site = await siteOf(context, siteId)
      await follow(reply, context, site, channelOf(site), lastEventId)
    }

  return {
    board: following(board),
    desk: following(desk),
    floor: following(floor),
    async places(
      reply: FastifyReply,
      context: Context,
      { site, holder }: { site: SiteRef; holder: Holder },
      lastEventId: string | undefined,
    ): Promise<void> {
      const { day } = dayOf(site, base.clock.now())
      const ended = await endedTicketsOf(base.db, site.id, holder, day)
      const endedOn = (date: string) => ended.filter((ticket) => ticket.day === date)
      const own = channel(pictures(site), {
        state: (picture) => myState.parse(myStateOf(picture, holder, endedOn(picture.day))),
        events: myEvents(holder, new Set(ended.map((ticket) => ticket.id))),
      })
      await follow(reply, context, site, own, lastEventId)
    },
  }
}

function oncePerSite<T>(make: (site: SiteRef) => T): (site: SiteRef) => T {
  const made = new Map<string, T>()
  return (site) => entry(made, site.id, () => make(site))
}

/**
 * `shared` is the message for every reader who has had the picture before this; null if it would tell them nothing new. It is written
 * once, for the first reader.
 */
function channel<T extends Picture>(feed: Feed<T>, telling: Telling<T>): Channel<T> {
  const made = new WeakMap<T, Buffer | null>()
  const texts = new WeakMap<T, string>()
  /** The state without the values that change in any case. */
  const textOf = (picture: T): string =>
    entry(texts, picture, () => JSON.stringify({ ...telling.state(picture), at: '', seq: 0 }))
  return {
    feed,
    telling,
    shared: (picture, before) =>
      entry(made, picture, () => {
        const missed = picture.since === null ? 'too many' : picture.events
        const isNew =
          missed === 'too many' ||
          telling.events(missed, picture).length > 0 ||
          textOf(picture) !== textOf(before)
        return isNew ? wire(message(picture, telling, missed)) : null
      }),
  }
}

function message<T extends Picture>(
  picture: T,
  { state, events }: Telling<T>,
  missed: readonly EventRow[] | 'too many',
): QueueMessage<unknown, unknown> {
  const reset = missed === 'too many'
  return { seq: picture.seq, reset, events: reset ? [] : events(missed, picture), state: state(picture) }
}

function wire(data: QueueMessage<unknown, unknown>): Buffer {
  return Buffer.from(`id: ${data.seq}\nevent: queue\ndata: ${JSON.stringify(data)}\n\n`)
}

/** Whether a reader has a number that this process has not read yet, but that can exist. */
async function isAhead(
  { db }: Context,
  site: SiteRef,
  picture: Picture,
  lastEventId: string | undefined,
): Promise<boolean> {
  const last = Number(lastEventId)
  if (!Number.isSafeInteger(last) || last <= picture.seq) return false
  const queue = await readQueue(db, site.id)
  return queue !== undefined && last <= queue.lastEvent
}

/** The events that a returning reader has missed; none for a new reader, who gets the state. */
async function eventsSince(
  { db }: Context,
  site: SiteRef,
  picture: Picture,
  lastEventId: string | undefined,
): Promise<EventRow[] | 'too many'> {
  if (lastEventId === undefined || lastEventId === '') return []
  const last = Number(lastEventId)
  // A number from the future: the database was restored to an earlier state.
  if (!Number.isSafeInteger(last) || last < 0 || last > picture.seq) return 'too many'
  const events = await eventsAfter(db, site.id, last, mostEvents + 1)
  if (events.length > mostEvents) return 'too many'
  return events.filter((event) => event.seq <= picture.seq)
}
