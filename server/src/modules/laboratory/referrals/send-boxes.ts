import type { AuditAction } from '#contract/audit-actions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type {
  arriveSentBox as arriveContract,
  handOverBox as handOverContract,
  packBox as packContract,
} from '#contract/referrals.ts'
import {
  insertManifest,
  insertTubes,
  setArrived,
  setClosed,
  setLeft,
  setTube,
  setUnpacked,
} from '#server/modules/boxes/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible, refuseViolationOf, required } from '#server/platform/errors.ts'
import { newCode, uuidv7 } from '#server/platform/ids.ts'
import type { PageQuery } from '#server/platform/list.ts'
import { takeOut } from '../storage/queries-parts.ts'
import { readLaboratory } from './queries-laboratories.ts'
import {
  type BoxRow,
  kindsOfTubes,
  packTasks,
  pageOfBoxes,
  readBox,
  returnToSend,
  setSent,
} from './queries-sent-boxes.ts'

/** Boxes for other laboratories: packing, handover to a courier, and arrival. */

export const listSentBoxes = ({ db, actor }: SignedIn, page: PageQuery) => pageOfBoxes(db, actor.sites, page)

export const readSentBox = async ({ db, actor }: SignedIn, id: string): Promise<BoxRow> =>
  required(await readBox(db, actor.sites, id), 'This box')

/** Packs a box. If one of its tubes is already packed, the whole box is refused. */
export async function packBox(context: SignedIn, { laboratoryId, accessions }: BodyOf<typeof packContract>) {
  const { db, actor, clock } = context
  const laboratory = required(await readLaboratory(db, laboratoryId), 'This laboratory')
  const chosen = [...new Set(accessions)]
  const [kind, ...others] = await kindsOfTubes(db, actor.sites, laboratoryId, chosen)
  if (!kind) throw notInBox(laboratory.name, chosen)
  if (others.length > 0)
    throw invalid({
      accessions: ['All tubes of a box must be from one site and have one transport temperature'],
    })
  const { siteId, transport } = kind
  const key = { siteId, id: uuidv7(clock) }
  const code = newCode(8)
  await transact(context, async (inside) => {
    const made = { code, courier: '', madeBy: actor.accountId, madeAt: clock.now() }
    await insertManifest(inside.db, { ...key, laboratoryId, transport, ...made })
    const packed = await packTasks(inside.db, key, laboratoryId, chosen)
    const missing = chosen.filter((one) => !packed.some(({ accession }) => accession === one))
    if (missing.length > 0) throw notInBox(laboratory.name, missing)
    await insertTubes(inside.db, key, chosen)
    const why = `Sent to ${laboratory.name}`
    await takeOut(inside.db, siteId, chosen, { by: actor.accountId, now: clock.now(), why })
    await audit(inside, {
      action: 'box.packed',
      subject: { kind: 'manifest', id: key.id },
      after: { laboratory: laboratory.name, accessions: chosen },
    })
  }).catch(
    refuseViolationOf({
      manifest_tube_on_its_way: () => notPossible('One of these tubes is in another box.'),
    }),
  )
  return { message: `Box ${code} is packed.`, id: key.id }
}

const notInBox = (laboratory: string, accessions: readonly string[]) =>
  invalid({ accessions: [`Not waiting to be sent to ${laboratory}: ${accessions.join(', ')}`] })

export const handOverBox = (
  context: SignedIn,
  id: string,
  { courier, trackingNumber, celsius }: BodyOf<typeof handOverContract>,
) =>
  onBox(context, id, 'box.handed_over', async ({ db, clock }, box) => {
    if (!(await setLeft(db, box, { now: clock.now(), courier, trackingNumber, celsius })))
      throw notPossible('This box has left already, or was unpacked.')
    await setSent(db, box, clock.now())
    return { message: `Box ${box.code} is handed over.`, after: { courier, trackingNumber, celsius } }
  })

export const unpackBox = (context: SignedIn, id: string) =>
  onBox(context, id, 'box.unpacked', async ({ db, clock, actor }, box) => {
    const deed = { by: actor.accountId, now: clock.now() }
    if (!(await setUnpacked(db, box, deed))) throw notPossible('This box has left already, or was unpacked.')
    await returnToSend(
      db,
      box,
      box.list.map(({ accession }) => accession),
    )
    return { message: `Box ${box.code} is unpacked. Its tubes wait to be sent.` }
  })

export const arriveSentBox = (context: SignedIn, id: string, { problems }: BodyOf<typeof arriveContract>) =>
  onBox(context, id, 'box.confirmed', async ({ db, clock, actor }, box) => {
    const deed = { by: actor.accountId, now: clock.now() }
    const unknown = problems.find(({ accession }) => !box.list.some((tube) => tube.accession === accession))
    if (unknown) throw invalid({ problems: [`${unknown.accession} is not in this box`] })
    if (box.leftAt === null || !(await setArrived(db, box, { ...deed, celsius: null })))
      throw notPossible('This box was not handed over, or its arrival is recorded already.')
    for (const { accession, ...problem } of problems)
      await setTube(db, box, accession, { ...deed, ...problem })
    await returnToSend(
      db,
      box,
      problems.map(({ accession }) => accession),
    )
    await setClosed(db, box, deed, 'received')
    const message =
      problems.length === 0
        ? `All tubes of box ${box.code} have arrived.`
        : `The arrival is recorded. Tubes whose tests wait to be sent again: ${problems.length}.`
    return { message, after: { problems } }
  })

/** Changes a box in one transaction with its audit entry. */
async function onBox(
  context: SignedIn,
  id: string,
  action: AuditAction,
  change: (inside: SignedIn, box: BoxRow) => Promise<{ message: string; after?: object }>,
) {
  return transact(context, async (inside) => {
    const { message, after } = await change(inside, await readSentBox(inside, id))
    await audit(inside, { action, subject: { kind: 'manifest', id }, ...(after && { after }) })
    return { message }
  })
}
