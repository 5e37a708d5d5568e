import type { BodyOf } from '#contract/endpoint.ts'
import type {
  ControlLotDetail,
  ControlMaterial,
  addControlLot as lotContract,
  addControlMaterial as materialContract,
  moveControlLot as moveContract,
  setControlTargets as targetsContract,
} from '#contract/quality.ts'
import { lotTransitions } from '#contract/quality-rules.ts'
import { laboratorySettings, writeLaboratory } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invalid, isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { dayAt, lotOf, readLotDetail } from './present-lot.ts'
import { addLot, addMaterial, closeLot, openLot, readHours } from './queries-lots.ts'
import { lockControls } from './queries-quality.ts'
import { checkTargets, replaceTargets } from './set-targets.ts'

/** Materials and lots, which a manager sets up before values are measured. */

export async function addControlMaterial(
  context: SignedIn,
  body: BodyOf<typeof materialContract>,
): Promise<ControlMaterial> {
  const { clock, actor } = context
  return inTransaction(context.db, async (tx) => {
    const material = await addMaterial(tx, {
      id: uuidv7(clock),
      ...body,
      by: actor.accountId,
      now: clock.now(),
    })
    if (!material) {
      const message = 'This material is in the list already'
      throw new Refusal('conflict', message, { fields: { name: [message] } })
    }
    await audit(
      { ...context, db: tx },
      {
        action: 'control.material_added',
        subject: { kind: 'control_material', id: material.id },
        after: body,
      },
    )
    return material
  })
}

export async function addControlLot(
  context: SignedIn,
  body: BodyOf<typeof lotContract>,
): Promise<ControlLotDetail> {
  const { clock, actor } = context
  const { sites } = await laboratorySettings(context)
  const site = body.siteId === undefined ? sites[0] : sites.find(({ id }) => id === body.siteId)
  if (!site) throw invalid({ siteId: ['There is no such site'] })
  if (body.expiresOn < dayAt(site.timeZone, clock.now())) {
    throw invalid({ expiresOn: ['This day has passed: the lot could not be used'] })
  }
  const lot = { siteId: site.id, id: uuidv7(clock) }
  await inTransaction(context.db, async (tx) => {
    const added = await addLot(tx, { ...body, ...lot, by: actor.accountId, now: clock.now() })
    if (!added) {
      const message = 'This material has a lot of this number and level already'
      throw new Refusal('conflict', message, { fields: { number: [message] } })
    }
    await audit(
      { ...context, db: tx },
      { action: 'control.lot_added', subject: { kind: 'control_lot', id: lot.id }, after: body },
    )
  }).catch((error: unknown) => {
    if (isSqlError(error, sqlState.foreignKeyViolation))
      throw invalid({ materialId: ['There is no such material'] })
    throw error
  })
  return readLotDetail(context, lot.id)
}

export async function setControlTargets(
  context: SignedIn,
  id: string,
  { targets }: BodyOf<typeof targetsContract>,
): Promise<{ message: string; lot: ControlLotDetail }> {
  const lot = await lotOf(context, id)
  await checkTargets(context, targets)
  await inTransaction(context.db, async (tx) => {
    await lockControls(tx, lot.siteId)
    await replaceTargets({ ...context, db: tx }, id, targets)
  })
  return { message: `${lot.level}, lot ${lot.number}: targets saved.`, lot: await readLotDetail(context, id) }
}

export async function moveControlLot(
  context: SignedIn,
  id: string,
  { status, reason }: BodyOf<typeof moveContract>,
): Promise<{ message: string; lot: ControlLotDetail }> {
  const { actor, clock } = context
  const { siteId, level, number } = await lotOf(context, id)
  if (status === 'closed' && reason === '') throw invalid({ reason: ['Say why the lot is closed'] })
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    await lockControls(tx, siteId)
    const lot = await readLotDetail(inside, id)
    const allowed = lotTransitions[lot.status].includes(status)
    const done =
      allowed &&
      (status === 'open'
        ? await openLot(tx, lot, actor.accountId, clock.now())
        : await closeLot(tx, lot, actor.accountId, clock.now(), reason))
    if (!done) {
      const whyNot = status === 'open' ? lot.whyNotOpen : lot.whyNotClose
      throw new Refusal('not_possible_now', whyNot ?? 'This lot has changed. Load it again.')
    }
    await audit(inside, {
      action: status === 'open' ? 'control.lot_opened' : 'control.lot_closed',
      subject: { kind: 'control_lot', id },
      reason: reason || undefined,
    })
  })
  const message = `${level}, lot ${number}: ${status === 'open' ? 'open' : 'closed'}.`
  return { message, lot: await readLotDetail(context, id) }
}

export async function setControlHours(context: SignedIn, hours: number): Promise<{ message: string }> {
  await inTransaction(context.db, async (tx) => {
    const before = await readHours(tx)
    await writeLaboratory(tx, { controlHours: hours })
    await audit(
      { ...context, db: tx },
      {
        action: 'control.hours_set',
        subject: { kind: 'laboratory', id: 'laboratory' },
        before: { controlHours: before },
        after: { controlHours: hours },
      },
    )
  })
  return { message: `An analyte without a control for ${hours} h is pointed out.` }
}
