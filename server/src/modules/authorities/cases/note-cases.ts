import { isPositive } from '#contract/dhis2-states.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { casesIn, type Found, type Rule } from './match-cases.ts'
import {
  insertNotice,
  type KnownNotice,
  latestContent,
  noticesOfVisit,
  writeNotice,
} from './queries-notices.ts'
import { type RuleRow, readRules } from './queries-rules.ts'

type OfVisit = { siteId: string; visitId: string }

/**
 * Compares a released report with the notifiable results, in the transaction of the release. A new case is held until a person confirms
 * it. If a result no longer stands, a notice that was told is told again as withdrawn, and one that was not is withdrawn.
 */
export async function noteCases(inside: SignedIn, visit: OfVisit): Promise<void> {
  const { db } = inside
  const rules = await readRules(db)
  const report = rules.length === 0 ? null : await latestContent(db, visit.siteId, visit.visitId)
  const known = await noticesOfVisit(db, visit.siteId, visit.visitId)
  if (!report && known.length === 0) return
  const found = report ? casesIn(report.content, rules.map(ruleOf)) : []
  const version = report?.version ?? 1
  const isOf = (one: Found) => (notice: KnownNotice) =>
    notice.ruleId === one.ruleId && notice.testCode === one.testCode
  for (const one of found) {
    const before = known.find(isOf(one))
    if (!before) await hold(inside, visit, { ...one, version })
    else if (before.gone || before.finding !== one.finding)
      await again(inside, visit, before, { ...one, version })
  }
  for (const notice of known)
    if (!notice.gone && !found.some((one) => isOf(one)(notice))) await withdraw(inside, visit, notice)
}

export const ruleOf = ({ id, organism, test, analyte, outcome, values, options }: RuleRow): Rule => ({
  ...{
    id,
    organism: organism?.name ?? null,
    testCode: test?.code ?? null,
    analyteCode: analyte?.code ?? null,
  },
  onlyFlagged: outcome === 'outside',
  values: outcome === 'values' ? values : outcome === 'positive' ? options.filter(isPositive) : null,
})

type New = Found & { version: number }

async function hold(inside: SignedIn, visit: OfVisit, { ruleId, testCode, finding, version }: New) {
  const id = uuidv7(inside.clock)
  const foundAt = inside.clock.now()
  const row = { ...visit, id, ruleId, testCode, finding, version, foundAt, state: 'held' as const }
  await insertNotice(inside.db, row)
  await note(inside, visit, 'case.found', id)
}

/** It stands again, or with another value. */
async function again(inside: SignedIn, { siteId, ...rest }: OfVisit, notice: KnownNotice, found: New) {
  const visit = { siteId, ...rest }
  const { finding, version } = found
  const undecided = { decidedBy: null, decidedAt: null, reason: '', dueAt: null }
  // Whoever was told hears of the new value once a person has confirmed it.
  const state = { state: 'held' as const, ...(notice.toldAt === null && undecided), dueAt: null, reason: '' }
  await writeNotice(inside.db, siteId, notice.id, { ...state, gone: false, finding, version, attempts: 0 })
  await note(inside, visit, 'case.changed', notice.id)
}

async function withdraw(inside: SignedIn, visit: OfVisit, { id, state, toldAt }: KnownNotice) {
  // One that is being sent may have arrived.
  const isTold = toldAt !== null || state === 'sending'
  const change = isTold
    ? { state: 'planned' as const, dueAt: inside.clock.now(), attempts: 0 }
    : { state: 'withdrawn' as const, dueAt: null }
  await writeNotice(inside.db, visit.siteId, id, { ...change, gone: true, reason: '' })
  await note(inside, visit, 'case.withdrawn', id)
}

const note = (
  inside: SignedIn,
  { visitId }: OfVisit,
  action: 'case.found' | 'case.changed' | 'case.withdrawn',
  notice: string,
) => audit(inside, { action, subject: { kind: 'visit', id: visitId }, after: { notice } })
