import type { BodyOf, ResponseInput, ResponseOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/queue-manager.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, Refusal, requirePossible } from '#server/platform/errors.ts'
import { mapPage, type PageQuery } from '#server/platform/list.ts'
import { limitsOf, siteOf } from './picture.ts'
import {
  changeDesk,
  type DeskRow,
  eventsBetween,
  insertDesk,
  lastChair,
  listDesks,
  lockQueue,
  readDesk,
  setSettings,
} from './queries-queue.ts'
import { showEvent } from './show.ts'

/** Managers' actions on the queue: rules, desks, and the events of a day. */

export async function readSettings(
  context: SignedIn,
  siteId: string | undefined,
): Promise<ResponseOf<typeof contract.queueSettings>> {
  const site = await siteOf(context, siteId)
  const desks = await listDesks(context.db, site.id)
  const shown = desks.map((desk) => ({ ...desk, isChair: isChair(desk), whyNotChanged: whyNotChanged(desk) }))
  return { ...site, site, desks: shown }
}

const isChair = (desk: Pick<DeskRow, 'number'>) => desk.number <= lastChair

const whyNotChanged = (desk: DeskRow) =>
  desk.state === 'closed' ? null : `${desk.staffName ?? 'Somebody'} sits at ${desk.name}. Close it first.`

export async function updateSettings(
  context: SignedIn,
  { siteId, ...settings }: BodyOf<typeof contract.updateQueueSettings>,
): Promise<{ message: string }> {
  const site = await siteOf(context, siteId)
  await transact(context, async (inside) => {
    const queue = await lockQueue(inside.db, site.id)
    const before = Object.fromEntries(Object.entries(queue).filter(([field]) => field in settings))
    await setSettings(inside.db, site.id, settings)
    await audit(inside, {
      action: 'queue.settings',
      subject: { kind: 'site', id: site.id },
      before,
      after: settings,
    })
  })
  return { message: 'The rules of the queue were changed.' }
}

export async function addDesk(
  context: SignedIn,
  { siteId, name, room }: BodyOf<typeof contract.addDesk>,
): Promise<ResponseOf<typeof contract.addDesk>> {
  const site = await siteOf(context, siteId)
  const number = await transact(context, async (inside) => {
    // Concurrent additions would take the same number.
    await lockQueue(inside.db, site.id)
    const added = await insertDesk(inside.db, site.id, { name, room })
    if (added === null) throw nameTaken(name)
    await audit(inside, {
      action: 'desk.added',
      subject: { kind: 'desk', id: `${site.id} ${added}` },
      after: { name, room },
    })
    return added
  })
  const desk = { number, name, room, state: 'closed' as const, since: null, staff: null, ticket: null }
  return { message: `${name} was added.`, desk }
}

export async function updateDesk(
  context: SignedIn,
  number: number,
  { siteId, ...change }: BodyOf<typeof contract.updateDesk>,
): Promise<{ message: string }> {
  const site = await siteOf(context, siteId)
  await transact(context, async (inside) => {
    await lockQueue(inside.db, site.id)
    const before = await readDesk(inside.db, site.id, number)
    requirePossible(whyNotChanged(before))
    if (isChair(before) && (change.name !== before.name || change.active !== before.active)) {
      throw invalid({ name: ['This is a chair: its name and use are changed with the chairs'] })
    }
    if (!(await changeDesk(inside.db, site.id, number, change))) throw nameTaken(change.name)
    const subject = { kind: 'desk', id: `${site.id} ${number}` }
    const { siteId: _, ...shown } = before
    await audit(inside, { action: 'desk.changed', subject, before: shown, after: change })
  })
  return { message: `${change.name} was changed.` }
}

const nameTaken = (name: string) =>
  new Refusal('conflict', 'Another desk has this name.', {
    fields: { name: [`Another desk is called ${name}`] },
  })

/** All events of a local day, in order, a page at a time. */
export async function readDay(
  context: SignedIn,
  ask: PageQuery & { siteId?: string | undefined; day: string },
): Promise<ResponseInput<typeof contract.queueDay>> {
  const site = await siteOf(context, ask.siteId)
  return mapPage(await eventsBetween(context.db, site.id, limitsOf(site.timeZone, ask.day), ask), showEvent)
}
