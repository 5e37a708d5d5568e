import { lockVisit } from '#server/modules/booking/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { sayBlocked } from '../quality/policy-quality.ts'
import { readBlockers } from '../quality/queries-quality.ts'
import { isCalculated } from '../results/calculate.ts'
import { readPanel } from '../results/queries-results.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { issueReport } from './issue-report.ts'
import { setReleased } from './queries-release.ts'
import {
  holdRule,
  judgedResults,
  lockToRelease,
  noteRefusal,
  type RuleInForce,
  readRule,
} from './queries-release-rules.ts'
import { type RuleFacts, whyNotByRule } from './release-rule.ts'

type Task = Pick<TaskRow, 'siteId' | 'id' | 'visitId' | 'testCode' | 'panelVersion'>

/**
 * Releases the results of a task by the rule of its test, if one is in force and nothing forbids it. Returns the rule in words, or
 * null if a person has to release them. It runs in a transaction of its own, after the one that saved or completed: if it fails, the
 * technician's work is kept and the results wait for a person.
 */
export async function releaseByRule(context: SignedIn, task: Task): Promise<string | null> {
  if (!(await readRule(context.db, task.testCode))) return null
  try {
    // As in `changeReports`, before rows are locked.
    await import('./draw-report.ts')
    return await transact(context, (inside) => attempt(inside, task))
  } catch (error) {
    context.log.error({ err: error }, 'a rule could not release results; they wait for a person')
    return null
  }
}

async function attempt(inside: SignedIn, task: Task): Promise<string | null> {
  const { db, clock } = inside
  await lockVisit(db, task.siteId, task.visitId)
  const rule = await holdRule(db, task.testCode)
  const facts = rule && (await factsOf(inside, task))
  if (!facts) return null
  const why = whyNotByRule(facts, rule.limits)
  await noteRefusal(db, task, why.length === 0 ? null : why.join('; '))
  // The statement that releases for persons decides here as well: it checks more than the rule does.
  if (why.length > 0 || (await setReleased(db, task, { rule: rule.version }, clock.now())) === null)
    return null
  const name = sayRule(rule)
  await audit(
    { ...inside, actor: null },
    { action: 'result.released', subject: { kind: 'task', id: task.id }, reason: `By the rule ${name}` },
  )
  await issueReport(inside, task.visitId, { rule: name })
  return name
}

const sayRule = ({ name, version }: RuleInForce) => `‘${name}’ version ${version}`

async function factsOf({ db, clock }: SignedIn, task: Task): Promise<RuleFacts | null> {
  const known = await lockToRelease(db, task)
  if (!known) return null
  const [panel, results, blockers] = [
    await readPanel(db, task, clock.now()),
    await judgedResults(db, task),
    await readBlockers(db, task),
  ]
  return {
    ...known,
    control: sayBlocked(blockers),
    analytes: panel.map(({ code, name, kind }) => ({
      code,
      name,
      kind,
      calculated: isCalculated(code),
      result: results.find((result) => result.code === code) ?? null,
    })),
  }
}
