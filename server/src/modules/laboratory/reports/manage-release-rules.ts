import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type {
  heldBack as heldBackContract,
  releaseRules as listContract,
  turnOffReleaseRule as offContract,
  turnOnReleaseRule as onContract,
  RuleVersion,
} from '#contract/release.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { testOf } from '../tasks/list-tasks.ts'
import {
  addRule,
  closeRule,
  listHeldBack,
  listRuledTests,
  listRuleVersions,
  type RuledTest,
  type RuleVersionRow,
} from './queries-release-rules.ts'

const heldBackShown = 20

/** As reports name the rule of a test. */
const ruleName = (test: { name: string }) => `${test.name} within limits`

export async function listReleaseRules({ db, clock }: SignedIn): Promise<ResponseOf<typeof listContract>> {
  const [tests, versions] = [await listRuledTests(db, clock.now(), null), await listRuleVersions(db)]
  return tests.map((test) => {
    const history = versions.filter((version) => version.testCode === test.code).map(presentVersion)
    return {
      test: test.name,
      name: ruleName(test),
      analytes: test.analytes,
      inForce: history.find((version) => version.turnedOffAt === null) ?? null,
      history,
    }
  })
}

const presentVersion = ({ testCode: _code, name: _name, ...version }: RuleVersionRow): RuleVersion => ({
  ...version,
  turnedOnAt: version.turnedOnAt.toISOString(),
  turnedOffAt: version.turnedOffAt?.toISOString() ?? null,
})

/** Puts a rule in force, in place of the version before where there is one: both in the same moment. */
export async function turnOnReleaseRule(
  context: SignedIn,
  { test: name, reason, limits }: BodyOf<typeof onContract>,
): Promise<ResponseOf<typeof onContract>> {
  const { db, clock, actor } = context
  const { code } = await testOf(context, name)
  const [test] = await listRuledTests(db, clock.now(), code)
  if (!test) throw invalid({ test: ['This test has no analytes: there is nothing to judge by'] })
  checkLimits(test, limits)
  const version = await inTransaction(db, async (tx) => {
    const by = { by: actor.accountId, now: clock.now(), reason }
    await closeRule(tx, code, by)
    const added = await addRule(tx, { testCode: code, name: ruleName(test), limits, ...by })
    if (added === null) {
      throw new Refusal(
        'changed_meanwhile',
        'Somebody changed this rule in the same moment. Look at it again.',
      )
    }
    await audit(
      { ...context, db: tx },
      {
        action: 'release_rule.on',
        subject: { kind: 'test', id: code },
        after: { version: added, limits },
        reason,
      },
    )
    return added
  })
  return { message: `${ruleName(test)}, version ${version}, releases from now on.`, version }
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

/** From the commit on nothing is released by it: a release that is under way is finished before. */
export async function turnOffReleaseRule(
  context: SignedIn,
  { test: name, reason }: BodyOf<typeof offContract>,
): Promise<ResponseOf<typeof offContract>> {
  const { clock, actor } = context
  const test = await testOf(context, name)
  await inTransaction(context.db, async (tx) => {
    if (!(await closeRule(tx, test.code, { by: actor.accountId, now: clock.now(), reason }))) {
      throw new Refusal('not_possible_now', 'No rule releases this test.')
    }
    await audit(
      { ...context, db: tx },
      { action: 'release_rule.off', subject: { kind: 'test', id: test.code }, reason },
    )
  })
  return { message: `${ruleName(test)} is off: persons release this test again.` }
}

export async function listHeldBackByRules({
  db,
  actor,
}: SignedIn): Promise<ResponseOf<typeof heldBackContract>> {
  const rows = await listHeldBack(db, actor.sites, heldBackShown)
  return rows.slice(0, heldBackShown).map((row) => ({ ...row, completedAt: row.completedAt.toISOString() }))
}
