import type { FastifyReply } from 'fastify'
import type { BoardEvent, MyEvent, QueueEvent, QueueMessage } from '#contract/queue-views.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import type { Streams } from '#server/platform/http/streams.ts'
import { createFeed, type Feed } from '#server/platform/live/feed.ts'
import type { Live } from '#server/platform/live/listener.ts'
import { dayOf, mostEvents, type Picture, readPicture, type SiteRef, siteOf } from './picture.ts'
import { endedTicketsOf } from './queries-picture.ts'
import { type EventRow, eventsAfter, readQueue } from './queries-queue.ts'
import { type FloorPicture, floorOf, readFloorPicture } from './read-floor.ts'
import { myStateOf, ticketsOf, type Whose } from './read-queue.ts'
import { boardOf, deskStateOf, showEvent } from './show.ts'
import { onWaits } from './waits.ts'

/**
 * The queue, live. Each process reads a site's picture once after each change, and writes each kind of message once, for
 * as many readers as there are; only patients' places are a message each. Every reader gets each number once and in
 * order: what came since the last message they have had, told one by one, and the state that it all comes to.
 */
export type QueueStreams = {
  board(reply: FastifyReply, context: Context, siteId: string, lastEventId?: string): Promise<void>
  desk(reply: FastifyReply, context: SignedIn, siteId?: string, lastEventId?: string): Promise<void>
  floor(reply: FastifyReply, context: SignedIn, siteId?: string, lastEventId?: string): Promise<void>
  places(reply: FastifyReply, context: Context, of: Of, lastEventId?: string): Promise<void>
}

type Of = { site: SiteRef; whose: Whose }
type Base = Pick<Context, 'db' | 'clock' | 'log'>

/** Changes within this time are one message: a desk's Next is two events, and arrivals come in groups. */
const pauseMs = 30
/** How long a process waits to catch up with another; after that, the reader has to load the state again. */
const catchUpMs = 5_000
/** Places also change by time alone: an appointment enters its window, a wait becomes long. */
const everyMs = 30_000

/** What one kind of reader is told: the state, and which events, in their words. `since` of a picture goes before. */
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
  events.flatMap((event) =>
    (event.kind === 'called' || event.kind === 'recalled') && event.code !== null && !event.undone
      ? [
          {
            seq: event.seq,
            code: event.code,
            desk: event.deskName ?? '',
            at: event.at.toISOString(),
            again: event.kind === 'recalled',
          },
        ]
      : [],
  )

const staffEvents = (events: readonly EventRow[]): QueueEvent[] => events.map(showEvent)

const myEvents =
  (whose: Whose, known: ReadonlySet<string>) =>
  (events: readonly EventRow[], picture: Picture): MyEvent[] =>
    events.flatMap((event) => {
      const { ticketId } = event
      const theirs =
        ticketsOf(picture, whose).some((ticket) => ticket.id === ticketId) || known.has(ticketId ?? '')
      if (!theirs || event.code === null) return []
      const { seq, kind, code, deskName, at } = event
      return [{ seq, kind, code, desk: deskName, at: at.toISOString() }]
    })

export function createQueueStreams(base: Base, live: Live, streams: Streams): QueueStreams {
  const pictures = new Map<string, Feed<Picture>>()
  const boards = new Map<string, Channel<Picture>>()
  const desks = new Map<string, Channel<Picture>>()
  const floors = new Map<string, Channel<FloorPicture>>()

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
  const pictureFeed = (site: SiteRef) =>
    once(pictures, site.id, () => feedOf(site, (since) => readPicture(base, site, { since })))
  const board = (site: SiteRef) =>
    once(boards, site.id, () => channel(pictureFeed(site), { state: boardOf, events: boardEvents }))
  const desk = (site: SiteRef) =>
    once(desks, site.id, () => channel(pictureFeed(site), { state: deskStateOf, events: staffEvents }))
  const floor = (site: SiteRef) =>
    once(floors, site.id, () =>
      channel(
        feedOf(site, (since) => readFloorPicture(base, site, since)),
        { state: floorOf, events: staffEvents },
      ),
    )

  async function follow<T extends Picture>(
    reply: FastifyReply,
    context: Context,
    site: SiteRef,
    { feed, telling, shared }: Channel<T>,
    lastEventId: string | undefined,
  ): Promise<void> {
    // Pictures that arrive while the first message is prepared wait here.
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
      stream.send(message(first, telling, missed))
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

  return {
    async board(reply, context, siteId, lastEventId) {
      const site = await siteOf(context, siteId)
      await follow(reply, context, site, board(site), lastEventId)
    },
    async desk(reply, context, siteId, lastEventId) {
      const site = await siteOf(context, siteId)
      await follow(reply, context, site, desk(site), lastEventId)
    },
    async floor(reply, context, siteId, lastEventId) {
      const site = await siteOf(context, siteId)
      await follow(reply, context, site, floor(site), lastEventId)
    },
    async places(reply, context, { site, whose }, lastEventId) {
      const { day } = dayOf(site, base.clock.now())
      const ended = await endedTicketsOf(base.db, site.id, whose, day)
      const telling: Telling<Picture> = {
        state: (picture) =>
          myStateOf(
            picture,
            whose,
            ended.filter((ticket) => ticket.day === picture.day),
          ),
        events: myEvents(whose, new Set(ended.map((ticket) => ticket.id))),
      }
      // An own channel of the shared feed.
      await follow(reply, context, site, channel(pictureFeed(site), telling), lastEventId)
    },
  }
}

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const there = known.get(key) ?? make()
  known.set(key, there)
  return there
}

/**
 * `shared`: the message for everyone who has had the picture before this one; null when it would tell them nothing new.
 * Put together at the first asking, whoever asks.
 */
function channel<T extends Picture>(feed: Feed<T>, telling: Telling<T>): Channel<T> {
  const made = new WeakMap<T, Buffer | null>()
  const texts = new WeakMap<T, string>()
  /** The state without what differs in any case. */
  const textOf = (picture: T): string => {
    const text = texts.get(picture) ?? JSON.stringify({ ...telling.state(picture), at: '', seq: 0 })
    texts.set(picture, text)
    return text
  }
  return {
    feed,
    telling,
    shared(picture, before) {
      const there = made.get(picture)
      if (there !== undefined) return there
      const events = telling.events(picture.events, picture)
      const isNew = events.length > 0 || picture.since === null || textOf(picture) !== textOf(before)
      const state = telling.state
      const next = isNew
        ? wire({ seq: picture.seq, reset: picture.since === null, events, state: state(picture) })
        : null
      made.set(picture, next)
      return next
    },
  }
}

function message<T extends Picture>(
  picture: T,
  { state, events }: Telling<T>,
  missed: readonly EventRow[] | 'too many',
): Buffer {
  return wire({
    seq: picture.seq,
    reset: missed === 'too many',
    events: missed === 'too many' ? [] : events(missed, picture),
    state: state(picture),
  })
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
  return queue !== null && last <= queue.lastEvent
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
