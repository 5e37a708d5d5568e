import type { BodyOf, ResponseInput, ResponseOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/queue-manager.ts'
import { queueRules } from '#contract/queue-manager.ts'
import { changeSettings, versionOf } from '#server/modules/sites/index.ts'
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
  const shown = desks.map((desk) => ({
    ...desk,
    isChair: isChair(desk),
    whyNotChanged: whyNotChanged(desk),
    version: versionOf(settingsOf(desk)),
  }))
  return { ...site, site, version: versionOf(rulesOf(site)), desks: shown }
}

type Rules = Parameters<typeof setSettings>[2]

const rulesOf = (queue: Rules) => Object.fromEntries(queueRules.map((rule) => [rule, queue[rule]])) as Rules
const settingsOf = ({ name, room, active }: Pick<DeskRow, 'name' | 'room' | 'active'>) => ({
  name,
  room,
  active,
})

const isChair = (desk: Pick<DeskRow, 'number'>) => desk.number <= lastChair

const whyNotChanged = (desk: DeskRow) =>
  desk.state === 'closed' ? null : `${desk.staffName ?? 'Somebody'} sits at ${desk.name}. Close it first.`

export async function updateSettings(
  context: SignedIn,
  { siteId, version, ...after }: BodyOf<typeof contract.updateQueueSettings>,
): Promise<{ message: string }> {
  const site = await siteOf(context, siteId)
  await transact(context, async (inside) => {
    const before = rulesOf(await lockQueue(inside.db, site.id))
    const subject = { kind: 'site', id: site.id } as const
    const entry = { name: 'The set of rules', action: 'queue.settings', subject } as const
    await changeSettings(inside, { version, before, after: rulesOf(after) }, entry, () =>
      setSettings(inside.db, site.id, after),
    )
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
  { siteId, version, ...change }: BodyOf<typeof contract.updateDesk>,
): Promise<{ message: string }> {
  const site = await siteOf(context, siteId)
  await transact(context, async (inside) => {
    await lockQueue(inside.db, site.id)
    const before = await readDesk(inside.db, site.id, number)
    requirePossible(whyNotChanged(before))
    if (isChair(before) && (change.name !== before.name || change.active !== before.active)) {
      throw invalid({ name: ['This is a chair: its name and use are changed with the chairs'] })
    }
    const subject = { kind: 'desk', id: `${site.id} ${number}` } as const
    const entry = { name: before.name, action: 'desk.changed', subject } as const
    const settings = { version, before: settingsOf(before), after: settingsOf(change) }
    await changeSettings(inside, settings, entry, async () => {
      if (!(await changeDesk(inside.db, site.id, number, change))) throw nameTaken(change.name)
    })
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
