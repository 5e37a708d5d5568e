import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { wantedValues } from '../wanted-values.ts'
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
 * it. If a result no longer stands, a notice that was sent is sent again as withdrawn, and one that was not is withdrawn. Notices of a
 * rule that has ended are compared too, but it finds no new cases.
 */
export async function noteCases(inside: SignedIn, visit: OfVisit): Promise<void> {
  const { db } = inside
  const known = await noticesOfVisit(db, visit.siteId, visit.visitId)
  const ruleIds = known.map(({ ruleId }) => ruleId)
  const rules = await readRules(db, ruleIds)
  if (rules.length === 0) return
  const report = await latestContent(db, visit.siteId, visit.visitId)
  const found = report ? casesIn(report.content, rules.map(ruleOf)) : []
  const version = report?.version ?? 1
  const inUse = new Set(rules.filter(({ isInUse }) => isInUse).map(({ id }) => id))
  const isOf = (one: Found) => (notice: KnownNotice) =>
    notice.ruleId === one.ruleId && notice.testCode === one.testCode
  for (const one of found) {
    const before = known.find(isOf(one))
    if (before) {
      if (before.gone || before.finding !== one.finding)
        await again(inside, visit, before, { ...one, version })
    } else if (inUse.has(one.ruleId)) await hold(inside, visit, { ...one, version })
  }
  for (const notice of known)
    if (!notice.gone && !found.some((one) => isOf(one)(notice))) await withdraw(inside, visit, notice)
}

const ruleOf = ({ id, organism, test, analyte, outcome, values, options }: RuleRow): Rule => ({
  ...{
    id,
    organism: organism?.name ?? null,
    testCode: test?.code ?? null,
    analyteCode: analyte?.code ?? null,
  },
  onlyFlagged: outcome === 'outside',
  values: wantedValues(outcome, values, options),
})

type New = Found & { version: number }

async function hold(inside: SignedIn, visit: OfVisit, { ruleId, testCode, finding, version }: New) {
  const id = uuidv7(inside.clock)
  const foundAt = inside.clock.now()
  const row = { ...visit, id, ruleId, testCode, finding, version, foundAt, state: 'held' as const }
  await insertNotice(inside.db, row)
  await note(inside, visit, 'case.found', id)
}

/** It stands again, or with another value: it is sent once a person has confirmed it. */
async function again(inside: SignedIn, visit: OfVisit, notice: KnownNotice, { finding, version }: New) {
  const held = { state: 'held' as const, dueAt: null, reason: '', attempts: 0, ...withoutDismissal(notice) }
  await writeNotice(inside.db, visit.siteId, notice.id, { ...held, gone: false, finding, version })
  await note(inside, visit, 'case.changed', notice.id)
}

async function withdraw(inside: SignedIn, visit: OfVisit, notice: KnownNotice) {
  // It may have arrived even if no attempt was answered.
  const change =
    notice.triedAt === null
      ? { state: 'withdrawn' as const, dueAt: null, ...withoutDismissal(notice) }
      : { state: 'planned' as const, dueAt: inside.clock.now(), attempts: 0 }
  await writeNotice(inside.db, visit.siteId, notice.id, { ...change, gone: true, reason: '' })
  await note(inside, visit, 'case.withdrawn', notice.id)
}

/** Whoever dismissed a case did not confirm it. A case that was sent keeps the account of its decision. */
const withoutDismissal = ({ state, triedAt }: KnownNotice) =>
  state === 'dismissed' && triedAt === null ? { decidedBy: null, decidedAt: null } : {}

const note = (
  inside: SignedIn,
  { visitId }: OfVisit,
  action: 'case.found' | 'case.changed' | 'case.withdrawn',
  notice: string,
) => audit(inside, { action, subject: { kind: 'visit', id: visitId }, after: { notice } })
