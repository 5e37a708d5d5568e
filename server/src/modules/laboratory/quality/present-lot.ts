import {
  type ControlState,
  controlStates,
  expiresSoonDays,
  sameRunMinutes,
  type WestgardRule,
} from '#contract/quality-rules.ts'
import { dayAt, daysBetween } from '#server/modules/sites/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { releaseRules } from '../reports/queries-reports.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { whyNotAnswer, whyNotClose, whyNotOpen, whyNotRun } from './policy-quality.ts'
import { type LotRow, otherLevels, readLot, readTargets, type TargetRow } from './queries-lots.ts'
import { analytesOf, enteredAnalytes, instrumentNames, latestRuns, type RunRow } from './queries-values.ts'

export function expiryOf(expiresOn: string, today: string): 'fine' | 'soon' | 'expired' {
  const left = daysBetween(today, expiresOn)
  return left < 0 ? 'expired' : left <= expiresSoonDays ? 'soon' : 'fine'
}

export const worstOf = (states: readonly ControlState[]): ControlState =>
  controlStates[Math.max(...states.map((state) => controlStates.indexOf(state)))] ?? 'none'

/** The state of an analyte in a lot on one analyser, from its latest value. */
export function stateOf(target: {
  latest: { rules: readonly WestgardRule[] } | null
  rejections: readonly WestgardRule[]
  unanswered: boolean
}): ControlState {
  if (target.latest === null) return 'none'
  if (target.unanswered) return 'out'
  if (target.rejections.length > 0) return 'answered'
  return target.latest.rules.length > 0 ? 'warning' : 'in'
}

export const presentLot = (lot: LotRow, now: Date) => ({
  ...lot,
  expiry: expiryOf(lot.expiresOn, dayAt(lot.timeZone, now)),
})

export async function lotOf({ db, actor }: Pick<SignedIn, 'db' | 'actor'>, id: string): Promise<LotRow> {
  const lot = await readLot(db, actor.sites, id)
  if (!lot) throw notFound('This lot')
  return lot
}

export async function readLotDetail(context: SignedIn, id: string) {
  const { db, clock, actor } = context
  const lot = await lotOf(context, id)
  const targets = await readTargets(db, lot, actor.accountId)
  const now = clock.now()
  return {
    ...presentLot(lot, now),
    targets: await presentTargets(context, lot, targets),
    whyNotRun: whyNotRun(lot, dayAt(lot.timeZone, now)),
    whyNotOpen: whyNotOpen(lot, targets.length),
    whyNotClose: whyNotClose(lot, targets),
    otherLots: await otherLevels(db, lot),
    analysers: await instrumentNames(db, lot.siteId),
    joinable: joinableBy(lot, targets, (await joinableRuns(context, lot))[0]),
  }
}

async function presentTargets(context: SignedIn, lot: LotRow, targets: readonly TargetRow[]) {
  const { db, actor } = context
  const { twoPerson } = await releaseRules(db)
  const { tests } = await reachOf(context)
  const [skills, entered] = targets.some(({ lines }) => lines.some((line) => line.unanswered))
    ? [tests && (await analytesOf(db, tests)), await enteredAnalytes(db, lot.siteId, actor.accountId)]
    : [[], []]
  return targets.map((target) => {
    const skilled = skills === null || skills.includes(target.analyte)
    const enteredByMe = entered.includes(target.analyte)
    const lines = target.lines.map(({ unanswered, measuredByMe, ...line }) => ({
      ...line,
      state: stateOf({ ...line, unanswered }),
      unanswered: unanswered ? (line.latest?.id ?? null) : null,
      whyNotAnswer: whyNotAnswer(actor, { unanswered, skilled, measuredByMe, enteredByMe }, twoPerson),
    }))
    return { ...target, state: worstOf(lines.map(({ state }) => state)), lines }
  })
}

/** The run that values of this lot may still join: the latest of the material, if it lacks some of them. */
function joinableBy(lot: LotRow, targets: readonly TargetRow[], run: RunRow | undefined) {
  if (!run || run.values.length === 0) return null
  const own = new Set(run.values.filter(({ lotId }) => lotId === lot.id).map(({ analyte }) => analyte))
  if (targets.every(({ analyte }) => own.has(analyte))) return null
  return {
    run: run.id,
    at: run.beganAt,
    levels: [...new Set(run.values.map(({ level }) => level))],
    instrument: run.instrument,
    measured: [...own],
  }
}

/** The runs of a lot's material that another level may join: the latest of each analyser, while it lasts. Newest first. */
export const joinableRuns = ({ db, clock }: Pick<SignedIn, 'db' | 'clock'>, lot: LotRow): Promise<RunRow[]> =>
  latestRuns(db, lot.siteId, lot.material.id, after(clock.now(), -minutes(sameRunMinutes)))
