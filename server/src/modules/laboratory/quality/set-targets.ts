import type { BodyOf } from '#contract/endpoint.ts'
import type { setControlTargets as contract } from '#contract/quality.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notPossible } from '#server/platform/errors.ts'
import { lotOf } from './present-lot.ts'
import { listQuantities, measuredAnalytes, readTargets, removeTargets, writeTargets } from './queries-lots.ts'

export type Targets = BodyOf<typeof contract>['targets']

/** Throws one refusal that names every wrong field. */
export async function checkTargets({ db }: SignedIn, targets: Targets): Promise<void> {
  const known = new Set((await listQuantities(db)).map(({ code }) => code))
  const fields: Record<string, string[]> = {}
  targets.forEach(({ analyte, sd }, index) => {
    const at = `targets.${index}`
    if (!known.has(analyte))
      fields[`${at}.analyte`] = ['There is no such analyte that is measured as a number']
    else if (targets.findIndex((one) => one.analyte === analyte) < index)
      fields[`${at}.analyte`] = ['This analyte is in the list twice']
    // A smaller standard deviation is a typing error, and would make distances unreadably large.
    if (sd < 0.0001) fields[`${at}.sd`] = ['The SD must be 0.0001 or more']
  })
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/** Replaces the list of targets. A target with values can be changed, which starts a new line in the chart, but not removed. */
export async function replaceTargets(inside: SignedIn, lotId: string, targets: Targets): Promise<void> {
  const { db, actor, clock } = inside
  const lot = await lotOf(inside, lotId)
  if (lot.status === 'closed') throw notPossible('A closed lot is not used again.')
  const before = await readTargets(db, lot, actor.accountId)
  const gone = before.filter(({ analyte }) => !targets.some((target) => target.analyte === analyte))
  const measured = await measuredAnalytes(db, lot)
  const kept = gone.filter(({ analyte }) => measured.includes(analyte))
  if (kept.length > 0) {
    const names = kept.map(({ name }) => name).join(', ')
    throw invalid({
      targets: [`${names}: measured with this lot already, so the target can only be changed`],
    })
  }
  await removeTargets(db, lot, gone)
  await writeTargets(db, lot, targets, actor.accountId, clock.now())
  await audit(inside, {
    action: 'control.targets_set',
    subject: { kind: 'control_lot', id: lotId },
    before: before.map(({ analyte, mean, sd }) => ({ analyte, mean, sd })),
    after: targets,
  })
}
