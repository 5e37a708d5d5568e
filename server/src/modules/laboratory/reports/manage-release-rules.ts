import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { turnOffReleaseRule as offContract, turnOnReleaseRule as onContract } from '#contract/release.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible, Refusal } from '#server/platform/errors.ts'
import { testOf } from '../tasks/list-tasks.ts'
import {
  addRule,
  closeRule,
  listHeldBack,
  listRuledTests,
  listRuleVersions,
  type RuledTest,
} from './queries-release-rules.ts'

const heldBackShown = 20

/** As reports name the rule of a test. */
const ruleName = (test: { name: string }) => `${test.name} within limits`

export async function listReleaseRules({ db, clock }: SignedIn) {
  const [tests, versions] = [await listRuledTests(db, clock.now(), null), await listRuleVersions(db)]
  return tests.map((test) => {
    const history = versions.filter((version) => version.testCode === test.code)
    return {
      test: test.name,
      name: ruleName(test),
      analytes: test.analytes,
      inForce: history.find((version) => version.turnedOffAt === null) ?? null,
      history,
    }
  })
}

/** Puts a rule in force, and turns off its earlier version if there is one, in one transaction. */
export async function turnOnReleaseRule(
  context: SignedIn,
  { test: testName, reason, limits }: BodyOf<typeof onContract>,
) {
  const { db, clock, actor } = context
  const { code: testCode } = await testOf(context, testName)
  const [test] = await listRuledTests(db, clock.now(), testCode)
  if (!test)
    throw invalid({ test: ['A rule cannot release this test: it has no analytes or is confidential'] })
  checkLimits(test, limits)
  const [by, now, name] = [actor.accountId, clock.now(), ruleName(test)]
  const { version } = await transact(context, async (inside) => {
    await closeRule(inside.db, testCode, { turnedOffBy: by, turnedOffAt: now, offReason: reason })
    const added = await addRule(inside.db, {
      testCode,
      name,
      limits,
      reason,
      turnedOnBy: by,
      turnedOnAt: now,
    })
    if (!added) {
      throw new Refusal(
        'changed_meanwhile',
        'Somebody changed this rule in the same moment. Look at it again.',
      )
    }
    const subject = { kind: 'test', id: testCode }
    await audit(inside, { action: 'release_rule.on', subject, after: { ...added, limits }, reason })
    return added
  })
  return { message: `${name}, version ${version}, releases from now on.`, version }
}

function checkLimits({ analytes }: RuledTest, limits: BodyOf<typeof onContract>['limits']): void {
  const fields: FieldErrors = {}
  for (const [code, { low, high }] of Object.entries(limits)) {
    const analyte = analytes.find((one) => one.code === code)
    if (!analyte?.quantity) fields[`limits.${code}`] = ['This test has no such number']
    else if (low === null && high === null) fields[`limits.${code}`] = ['Give a lower or an upper limit']
    else if (low !== null && high !== null && low > high) {
      fields[`limits.${code}`] = ['The lower limit is above the upper one']
    }
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

/** Turns a rule off. A release by it that is under way finishes before the commit; none begins after it. */
export async function turnOffReleaseRule(
  context: SignedIn,
  { test: testName, reason }: BodyOf<typeof offContract>,
) {
  const test = await testOf(context, testName)
  const off = { turnedOffBy: context.actor.accountId, turnedOffAt: context.clock.now(), offReason: reason }
  await transact(context, async (inside) => {
    if (!(await closeRule(inside.db, test.code, off))) throw notPossible('No rule releases this test.')
    await audit(inside, { action: 'release_rule.off', subject: { kind: 'test', id: test.code }, reason })
  })
  return { message: `${ruleName(test)} is off: persons release this test again.` }
}

export const listHeldBackByRules = async ({ db, actor }: SignedIn) =>
  (await listHeldBack(db, actor.sites, heldBackShown)).slice(0, heldBackShown)
