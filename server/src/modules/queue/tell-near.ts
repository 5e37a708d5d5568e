import { listReached } from '#server/modules/booking/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { postOnce } from '#server/platform/outbox.ts'
import { readPicture, type SiteRef } from './picture.ts'

/** The most tickets before one whose turn is near. */
const nearAhead = 2
/** Or the earliest likely call is so soon, in minutes. */
const nearMinutes = 10
/** People who have just checked in get no message. */
const settled = minutes(5)

/** Sends the message that a turn is near, once for each ticket, in however many processes this runs. */
export async function tellNear(context: Context, site: SiteRef): Promise<void> {
  const { lines, peopleBefore, waits, at } = await readPicture(context, site)
  const near = [...lines.values()].flat().filter(({ id, queuedAt }) => {
    if (queuedAt > after(at, -settled)) return false
    const wait = waits.get(id)
    return (peopleBefore.get(id) ?? 0) <= nearAhead || (wait?.kind === 'range' && wait.low <= nearMinutes)
  })
  const reached = await listReached(
    context.db,
    near.map(({ visitId }) => visitId),
  )
  let told = false
  for (const { id: ticketId, visitId } of near) {
    const visit = reached.find(({ id }) => id === visitId)
    if (!visit || (visit.email === '' && visit.contact === '')) continue
    const message = {
      kind: 'turn_near',
      to: visit.email,
      payload: { siteId: site.id, visitId },
    } as const
    if (await postOnce(context, message, `turn_near:${ticketId}`)) told = true
  }
  if (told) context.wakeOutbox()
}
