import type { BodyOf } from '#contract/endpoint.ts'
import type {
  addControlLot as lotContract,
  addControlMaterial as materialContract,
  moveControlLot as moveContract,
} from '#contract/quality.ts'
import { lotTransitions } from '#contract/quality-rules.ts'
import { dayAt, laboratorySettings, writeLaboratory } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, isSqlError, notPossible, Refusal, sqlState } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { lotOf, readLotDetail } from './present-lot.ts'
import { addLot, addMaterial, closeLot, openLot } from './queries-lots.ts'
import { lockControls } from './queries-quality.ts'
import { checkTargets, replaceTargets, type Targets } from './set-targets.ts'

/** Materials and lots, which a manager sets up before values are measured. */

const alreadyThere = (field: string, message: string) =>
  new Refusal('conflict', message, { fields: { [field]: [message] } })

export async function addControlMaterial(context: SignedIn, body: BodyOf<typeof materialContract>) {
  const { clock, actor } = context
  const creation = { createdBy: actor.accountId, createdAt: clock.now() }
  return transact(context, async (inside) => {
    const material = await addMaterial(inside.db, { id: uuidv7(clock), ...body, ...creation })
    if (!material) throw alreadyThere('name', 'This material is in the list already')
    const subject = { kind: 'control_material', id: material.id }
    await audit(inside, { action: 'control.material_added', subject, after: body })
    return material
  })
}

export async function addControlLot(context: SignedIn, body: BodyOf<typeof lotContract>) {
  const { clock, actor } = context
  const { sites } = await laboratorySettings(context)
  const site = body.siteId === undefined ? sites[0] : sites.find(({ id }) => id === body.siteId)
  if (!site) throw invalid({ siteId: ['There is no such site'] })
  if (body.expiresOn < dayAt(site.timeZone, clock.now())) {
    throw invalid({ expiresOn: ['This day has passed: the lot could not be used'] })
  }
  const id = uuidv7(clock)
  const creation = { createdBy: actor.accountId, createdAt: clock.now() }
  await transact(context, async (inside) => {
    if (!(await addLot(inside.db, { ...body, siteId: site.id, id, ...creation })))
      throw alreadyThere('number', 'This material has a lot of this number and level already')
    const subject = { kind: 'control_lot', id }
    await audit(inside, { action: 'control.lot_added', subject, after: body })
  }).catch((error: unknown) => {
    if (isSqlError(error, sqlState.foreignKeyViolation))
      throw invalid({ materialId: ['There is no such material'] })
    throw error
  })
  return readLotDetail(context, id)
}

export async function setControlTargets(context: SignedIn, id: string, targets: Targets) {
  const lot = await lotOf(context, id)
  await checkTargets(context, targets)
  await transact(context, async (inside) => {
    await lockControls(inside.db, lot.siteId)
    await replaceTargets(inside, id, targets)
  })
  return { message: `${lot.level}, lot ${lot.number}: targets saved.`, lot: await readLotDetail(context, id) }
}

export async function moveControlLot(
  context: SignedIn,
  id: string,
  { status, reason }: BodyOf<typeof moveContract>,
) {
  const { actor, clock } = context
  const { siteId, level, number } = await lotOf(context, id)
  const opens = status === 'open'
  if (!opens && reason === '') throw invalid({ reason: ['Say why the lot is closed'] })
  await transact(context, async (inside) => {
    await lockControls(inside.db, siteId)
    const lot = await readLotDetail(inside, id)
    const done =
      lotTransitions[lot.status].includes(status) &&
      (opens
        ? await openLot(inside.db, lot, actor.accountId, clock.now())
        : await closeLot(inside.db, lot, actor.accountId, clock.now(), reason))
    if (!done) {
      const whyNot = opens ? lot.whyNotOpen : lot.whyNotClose
      throw notPossible(whyNot ?? 'This lot has changed. Load it again.')
    }
    await audit(inside, {
      action: opens ? 'control.lot_opened' : 'control.lot_closed',
      subject: { kind: 'control_lot', id },
      reason: reason || undefined,
    })
  })
  return { message: `${level}, lot ${number}: ${status}.`, lot: await readLotDetail(context, id) }
}

export async function setControlHours(context: SignedIn, hours: number) {
  await transact(context, async (inside) => {
    const { controlHours: before } = await releaseRules(inside.db)
    await writeLaboratory(inside.db, { controlHours: hours })
    await audit(inside, {
      action: 'control.hours_set',
      subject: { kind: 'laboratory', id: 'laboratory' },
      before: { controlHours: before },
      after: { controlHours: hours },
    })
  })
  return { message: `An analyte without a control for ${hours} h is pointed out.` }
}
