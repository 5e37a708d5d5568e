import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { recordControlRun as contract } from '#contract/quality.ts'
import { isRejection, type WestgardRule, zScore } from '#contract/quality-rules.ts'
import { dayAt } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { whyImpossible } from '../results/read-values.ts'
import { judgeValues } from './judge-values.ts'
import { whyNotRun } from './policy-quality.ts'
import { joinableRuns, lotOf } from './present-lot.ts'
import { type LotRow, readTargets, type TargetRow } from './queries-lots.ts'
import { lockControls } from './queries-quality.ts'
import { addRun, addValues, instrumentNamed, type NewValue, type RunRow } from './queries-values.ts'

type Body = BodyOf<typeof contract>
type Noted = { analyte: string; name: string; value: number; z: number; rules: WestgardRule[] }

/**
 * Records the values that a lot measured, judges them, and says what they mean. Runs of a site are recorded one after the other,
 * since the rules look at earlier values.
 */
export async function recordRun(context: SignedIn, body: Body) {
  const { clock, actor } = context
  const { siteId } = await lotOf(context, body.lot)
  return transact(context, async (inside) => {
    const { db } = inside
    await lockControls(db, siteId)
    const lot = await lotOf(inside, body.lot)
    const today = dayAt(lot.timeZone, clock.now())
    const whyNot = whyNotRun(lot, today)
    if (whyNot) throw invalid({ lot: [whyNot] })
    const targets = await readTargets(db, lot, actor.accountId)
    const values = readValues(targets, body.values)
    const { id: run, instrumentId } = await runOf(inside, lot, body, values)
    const written = values.map((value) => ({ ...value, id: uuidv7(clock) }))
    const by = { by: actor.accountId, now: clock.now(), today }
    if ((await addValues(db, lot, run, written, by)) < written.length) {
      throw notPossible('This lot cannot be measured any more. Load it again.')
    }
    const analytes = values.map(({ analyte }) => analyte)
    const judged = await judgeValues(inside, {
      siteId,
      materialId: lot.material.id,
      instrumentId,
      analytes,
      since: run,
    })
    const noted = written.map(({ id, analyte, value, z }): Noted => {
      const { name = '' } = targets.find((target) => target.analyte === analyte) ?? {}
      const { rules = [] } = judged.find((point) => point.id === id) ?? {}
      return { analyte, name, value, z, rules }
    })
    await audit(inside, {
      action: 'control.measured',
      subject: { kind: 'control_lot', id: lot.id },
      after: {
        run,
        values: Object.fromEntries(noted.map(({ analyte, value, rules }) => [analyte, { value, rules }])),
      },
    })
    return { message: say(lot, noted), run, analyser: instrumentId, values: noted }
  })
}

/** Converts the input to values of the lot's targets, or throws one refusal that names every wrong field. */
function readValues(targets: readonly TargetRow[], given: Body['values']): Omit<NewValue, 'id'>[] {
  const fields: Record<string, string[]> = {}
  for (const code of Object.keys(given)) {
    if (!targets.some((target) => target.analyte === code))
      fields[`values.${code}`] = ['This lot has no target for it']
  }
  const values = targets.flatMap((target) => {
    const value = given[target.analyte]
    if (value === undefined || value === '') return []
    const wrong = whyImpossible(target, value)
    if (wrong !== null) fields[`values.${target.analyte}`] = [wrong]
    if (wrong !== null || typeof value !== 'number') return []
    const { analyte, mean, sd } = target
    return [{ analyte, value, mean, sd, z: zScore(value, target) }]
  })
  if (Object.keys(fields).length > 0) throw invalid(fields satisfies FieldErrors)
  if (values.length === 0) throw invalid({ values: ['Enter at least one value'] })
  return values
}

/** The run that these values join: the requested one if it is still open, else a new one. */
async function runOf(
  { db, clock }: SignedIn,
  lot: LotRow,
  { run: asked, instrument }: Body,
  values: readonly { analyte: string }[],
): Promise<Pick<RunRow, 'id' | 'instrumentId'>> {
  if (asked === undefined) {
    const id = uuidv7(clock)
    // The name of an analyser of the site assigns the run to it; another name is only recorded.
    const instrumentId = await instrumentNamed(db, lot.siteId, instrument)
    await addRun(db, {
      siteId: lot.siteId,
      id,
      materialId: lot.material.id,
      beganAt: clock.now(),
      instrument,
      instrumentId,
    })
    return { id, instrumentId }
  }
  const latest = (await joinableRuns({ db, clock }, lot)).find(({ id }) => id === asked)
  if (!latest) {
    throw invalid({ run: ['This run is over: begin a new one'] })
  }
  const twice = values.filter(({ analyte }) =>
    latest.values.some((one) => one.lotId === lot.id && one.analyte === analyte),
  )
  if (twice.length > 0) {
    const problem = ['Measured in this run already: begin a new one']
    throw invalid(Object.fromEntries(twice.map(({ analyte }) => [`values.${analyte}`, problem])))
  }
  return latest
}

function say({ level, number }: LotRow, noted: readonly Noted[]): string {
  const out = noted.filter(({ rules }) => rules.some(isRejection))
  const values = noted.length === 1 ? '1 value' : `${noted.length} values`
  const about = `${level}, lot ${number}: ${values} recorded`
  if (out.length > 0) return `${about}. Out of control: ${out.map(({ name }) => name).join(', ')}.`
  const warned = noted.filter(({ rules }) => rules.length > 0)
  return warned.length > 0
    ? `${about}, in control. Warning (1-2s): ${warned.map(({ name }) => name).join(', ')}.`
    : `${about}, in control.`
}
