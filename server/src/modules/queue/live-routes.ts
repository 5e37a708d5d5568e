import { type LiveTopic, liveStream } from '#contract/live.ts'
import { entry } from '#server/platform/entry.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Streams } from '#server/platform/http/streams.ts'
import { createFeed, type Feed } from '#server/platform/live/feed.ts'
import type { Live } from '#server/platform/live/listener.ts'
import type { Log } from '#server/platform/log.ts'
import { siteOf } from './picture.ts'
import { listSeenSites } from './queries-queue.ts'

/** The shortest interval of messages: a bench of thirty people changes many times a second, and each screen reloads its lists. */
const pauseMs = 250
/** The longest interval, since tasks become overdue by time alone. */
const everyMs = 60_000

/** Tells staff that the data of a topic have changed; their screens load them by ordinary calls. */
export function liveRoutes(
  serve: Serve,
  { log, live, streams }: { log: Log; live: Live; streams: Streams },
): void {
  const feeds = new Map<string, Feed<number>>()
  const read = async (times: number | null) => (times ?? 0) + 1
  const feedOf = (topic: string) =>
    entry(feeds, topic, () => createFeed<number>({ live, topic, read, log, pauseMs, everyMs }))

  serve(liveStream, async (context, { query, reply }) => {
    const siteIds =
      query.siteId === undefined
        ? await listSeenSites(context.db, context.actor.sites)
        : [(await siteOf(context, query.siteId)).id]
    const early = new Set<LiveTopic>()
    let tell = (topic: LiveTopic): void => void early.add(topic)
    const topics = [...new Set(query.topics)]
    const attached = await Promise.all(
      siteIds.flatMap((id) => topics.map((topic) => feedOf(`${topic}:${id}`).attach(() => tell(topic)))),
    )
    const detach = () => {
      for (const stop of attached) stop()
    }
    try {
      const stream = streams.open(reply, context)
      stream.onClose(detach)
      tell = (topic) => stream.send(`event: changed\ndata: ${JSON.stringify({ topic })}\n\n`)
      for (const topic of early) tell(topic)
    } catch (error) {
      detach()
      throw error
    }
  })
}
