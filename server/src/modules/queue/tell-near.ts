import { listReached } from '#server/modules/booking/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { postOnce } from '#server/platform/outbox.ts'
import { readPicture, type SiteRef } from './picture.ts'

/** A turn is near with at most this many tickets before it, */
const nearAhead = 2
/** or with an earliest likely call within this many minutes. */
const nearMinutes = 10
/** People who have just checked in get no message. */
const settled = minutes(5)

/** Sends the message that a turn is near, once for each ticket, whatever the number of processes. */
export async function tellNear(context: Context, site: SiteRef): Promise<void> {
  const { lines, waits, at } = await readPicture(context, site, { ended: false })
  const near = [...lines.values()].flatMap((line) =>
    line.filter(({ id, queuedAt }, ahead) => {
      if (queuedAt > after(at, -settled)) return false
      const wait = waits.get(id)
      return ahead <= nearAhead || (wait?.kind === 'range' && wait.low <= nearMinutes)
    }),
  )
  const reached = await listReached(
    context.db,
    near.map(({ visitId }) => visitId),
  )
  for (const { id: ticketId, visitId } of near) {
    const visit = reached.find(({ id }) => id === visitId)
    if (!visit || (visit.email === '' && visit.contact === '')) continue
    const payload = { siteId: site.id, visitId }
    const message = { kind: 'turn_near', to: visit.email, payload } as const
    await postOnce(context, message, `turn_near:${ticketId}`)
  }
}
