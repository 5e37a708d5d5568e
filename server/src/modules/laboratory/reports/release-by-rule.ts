import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { readBlockers } from '../quality/queries-quality.ts'
import { sayBlocked } from '../quality/say-blocked.ts'
import { isCalculated } from '../results/calculate.ts'
import { readPanel } from '../results/queries-results.ts'
import { lockVisit } from '../samples/queries-samples.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { issueReport } from './issue-report.ts'
import {
  hasRule,
  holdRule,
  judgedResults,
  lockToRelease,
  noteRefusal,
  type RuleInForce,
} from './queries-release-rules.ts'
import { setReleased } from './queries-reports.ts'
import { type RuleFacts, whyNotByRule } from './release-rule.ts'

type Task = Pick<TaskRow, 'siteId' | 'id' | 'visitId' | 'testCode' | 'panelVersion'>

/**
 * Lets the rule of the task's test release its results, if one is in force and nothing keeps it from doing so: in words,
 * by which rule; null when a person has to. In a transaction of its own after the one that saved or completed: whatever
 * goes wrong here, what the technician did stands and the results wait for a person.
 */
export async function releaseByRule(context: SignedIn, task: Task): Promise<string | null> {
  if (!(await hasRule(context.db, task.testCode))) return null
  try {
    const rule = await inTransaction(context.db, (tx) => attempt({ ...context, db: tx }, task))
    if (rule !== null) context.wakeOutbox()
    return rule
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
  // The same statement as for persons decides: it may still know of something that stands against it.
  if (why.length > 0 || !(await setReleased(db, task, { rule: rule.version }, clock.now()))) return null
  const name = sayRule(rule)
  await audit(
    { ...inside, actor: null },
    { action: 'result.released', subject: { kind: 'task', id: task.id }, reason: `By the rule ${name}` },
  )
  await issueReport(inside, task.visitId, null, name)
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
    sample: {
      status: known.sampleStatus,
      prepared: known.prepared,
      inPlaceOfRejected: known.inPlaceOfRejected,
    },
    corrected: known.corrected,
    openCallbacks: known.openCallbacks,
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
