import type { BodyOf } from '#contract/endpoint.ts'
import type { changeRetention as retentionContract } from '#contract/storage.ts'
import { audit, auditMany, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible, refuseViolationOf, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { PageQuery } from '#server/platform/list.ts'
import { mustBeKept } from '../samples/handle-sample.ts'
import { heldAmong, setDiscarded } from '../samples/queries-samples.ts'
import {
  type DisposalRow,
  dueAmong,
  findDisposal,
  insertDisposal,
  pageOfDisposals,
  readDue,
  readRetention as selectRetention,
  setCancelled,
  setConfirmed,
  settleTubes,
  writeRetention,
} from './queries-disposals.ts'
import { takeOut } from './queries-parts.ts'

/** Retention times of specimens, and disposal lists: one person makes a list, another person confirms it. */

export const readRetention = async ({ db }: SignedIn) => ({ specimens: await selectRetention(db) })

export async function changeRetention(context: SignedIn, { specimens }: BodyOf<typeof retentionContract>) {
  await transact(context, async (inside) => {
    const byName = (all: readonly { specimen: string; days: number | null }[]) =>
      Object.fromEntries(all.map(({ specimen, days }) => [specimen, days]))
    const before = byName(await selectRetention(inside.db))
    await writeRetention(inside.db, specimens)
    const subject = { kind: 'retention', id: 'specimens' }
    await audit(inside, { action: 'retention.changed', subject, ...changedFields(before, byName(specimens)) })
  })
  return { message: 'Saved.' }
}

export const listDueTubes = async ({ db, actor, clock }: SignedIn, siteId: string | undefined) => ({
  tubes: await readDue(db, actor.sites, clock.now(), siteId),
})

export const listDisposals = ({ db, actor }: SignedIn, page: PageQuery) =>
  pageOfDisposals(db, actor.sites, page)

const disposalOf = async ({ db, actor }: SignedIn, id: string): Promise<DisposalRow> =>
  required(await findDisposal(db, actor.sites, id), 'This disposal list')

export async function readDisposal(context: SignedIn, id: string) {
  const disposal = await disposalOf(context, id)
  return { ...disposal, whyNotConfirm: whyNotConfirm(context, disposal) }
}

function whyNotConfirm(
  { actor }: SignedIn,
  { madeById, confirmedAt, cancelledAt }: DisposalRow,
): string | null {
  if (confirmedAt !== null) return 'This disposal list is already confirmed.'
  if (cancelledAt !== null) return 'This disposal list is cancelled.'
  return madeById === actor.accountId ? byTwo : null
}

const byTwo = 'You made this disposal list: somebody else must discard the tubes and confirm it.'

export async function makeDisposal(context: SignedIn, accessions: readonly string[]) {
  const { actor, clock } = context
  const chosen = [...new Set(accessions)]
  const id = uuidv7(clock)
  await transact(context, async (inside) => {
    const due = await dueAmong(inside.db, actor.sites, clock.now(), chosen)
    const [site, ...others] = new Set(due.map(({ siteId }) => siteId))
    if (site === undefined || due.length < chosen.length)
      throw notPossible(
        'One of these tubes is not due for disposal, or is on another list. Choose the tubes again.',
      )
    if (others.length > 0)
      throw invalid({ accessions: ['All tubes of a disposal list must be at the same site'] })
    const list = { siteId: site, id, by: actor.accountId, now: clock.now() }
    await insertDisposal(
      inside.db,
      list,
      due.map((tube) => tube.id),
    )
    await audit(inside, {
      action: 'disposal.made',
      subject: { kind: 'disposal', id },
      after: { accessions: chosen },
    })
  }).catch(
    refuseViolationOf({
      disposal_tube_listed: () => notPossible('One of these tubes is already on another disposal list.'),
    }),
  )
  return {
    message: `Disposal list of ${chosen.length === 1 ? '1 tube' : `${chosen.length} tubes`} made. Somebody else must confirm it.`,
    id,
  }
}

/** Discards the named tubes of a list and frees their positions. A constraint refuses the account that made the list. */
export async function confirmDisposal(context: SignedIn, id: string, accessions: readonly string[]) {
  const { actor, clock } = context
  const deed = { by: actor.accountId, now: clock.now() }
  return transact(context, async (inside) => {
    const { db } = inside
    const disposal = await disposalOf(inside, id)
    if (!(await setConfirmed(db, disposal, deed)))
      throw notPossible('This disposal list is already confirmed or cancelled.')
    const gone = (await settleTubes(db, disposal, accessions)).map(({ accession }) => accession)
    const strange = accessions.find((one) => !gone.includes(one))
    if (strange) throw invalid({ accessions: [`${strange} is not on this list`] })
    const [held] = await heldAmong(db, gone)
    if (held) throw notPossible(`${mustBeKept(held.accession)} Confirm the others without it.`)
    const why = 'Retention time passed'
    await takeOut(db, disposal.siteId, gone, { ...deed, why })
    const discard = { discardedBy: deed.by, discardedAt: deed.now, discardReason: why }
    const discarded = await setDiscarded(db, gone, discard)
    const undone = gone.find((one) => !discarded.some(({ accession }) => accession === one))
    if (undone)
      throw notPossible(`${undone} has a test that is not completed. Keep this tube, and confirm the others.`)
    await auditMany(
      inside,
      discarded.map((sample) => ({
        action: 'sample.discarded',
        subject: { kind: 'sample', id: sample.id },
        reason: why,
      })),
    )
    const kept = disposal.tubes - gone.length
    const after = { discarded: gone, kept }
    await audit(inside, { action: 'disposal.confirmed', subject: { kind: 'disposal', id }, after })
    return {
      message: `${gone.length === 1 ? '1 tube' : `${gone.length} tubes`} discarded${kept > 0 ? `, ${kept} kept` : ''}.`,
    }
  }).catch(
    refuseViolationOf({
      disposal_by_two: () => notPossible(byTwo),
      // The hold was placed after the tubes were looked at.
      sample_is_held: () => notPossible(mustBeKept('One of these tubes')),
    }),
  )
}

export async function cancelDisposal(context: SignedIn, id: string) {
  await transact(context, async (inside) => {
    const disposal = await disposalOf(inside, id)
    const deed = { by: inside.actor.accountId, now: inside.clock.now() }
    if (!(await setCancelled(inside.db, disposal, deed)))
      throw notPossible('This disposal list is already confirmed or cancelled.')
    await settleTubes(inside.db, disposal, [])
    await audit(inside, { action: 'disposal.cancelled', subject: { kind: 'disposal', id } })
  })
  return { message: 'The disposal list is cancelled.' }
}
