import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, requirePossible } from '#server/platform/errors.ts'
import { visitOf } from '../reports/read-report.ts'
import { openedTask, taskOf } from '../tasks/list-tasks.ts'
import {
  type CommentRow,
  readReportComment,
  readTaskComment,
  setReportComment,
  setTaskComment,
} from './queries-comments.ts'
import { readTaskState } from './queries-results.ts'
import { whyNotEnter } from './result-form.ts'

type Typed = { text: string; revision: number }
const none: CommentRow = { text: '', revision: 0 }

export async function readComments(context: SignedIn, id: string) {
  const { db } = context
  const task = await openedTask(context, id, 'results.read')
  const state = await readTaskState(db, task)
  return {
    visitId: task.visitId,
    testCode: task.testCode,
    task: (await readTaskComment(db, task)) ?? none,
    whyNotChange: state ? whyNotEnter(state) : null,
    report: await readReportComment(db, task),
  }
}

/** Changes the comment on results that are not released. Who releases has to read it anew. */
export async function commentResults(context: SignedIn, id: string, { text, revision }: Typed) {
  const task = await taskOf(context, id)
  await transact(context, async (inside) => {
    const { db } = inside
    const before = (await readTaskComment(db, task)) ?? none
    if (!(await setTaskComment(db, task, { text, follows: revision }))) {
      const state = await readTaskState(db, task)
      requirePossible(state && whyNotEnter(state))
      throw changedMeanwhile('The comment')
    }
    if (before.text === text) return
    await audit(inside, {
      action: 'comment.changed',
      subject: { kind: 'task', id: task.id },
      before: { comment: before.text },
      after: { comment: text },
    })
  })
  return { message: 'The comment is saved.' }
}

/** Changes the comment on the report of a visit. Issued versions keep theirs. */
export async function commentReport(context: SignedIn, id: string, { text, revision }: Typed) {
  const { actor, clock } = context
  const visit = await visitOf(context, id)
  const key = { siteId: visit.siteId, visitId: visit.id }
  await transact(context, async (inside) => {
    const before = await readReportComment(inside.db, key)
    const change = { text, follows: revision, by: actor.accountId, now: clock.now() }
    if (!(await setReportComment(inside.db, key, change))) throw changedMeanwhile('The comment')
    if (before.text === text) return
    await audit(inside, {
      action: 'comment.changed',
      subject: { kind: 'visit', id: visit.id },
      before: { comment: before.text },
      after: { comment: text },
    })
  })
  return { message: 'The comment is saved. It stands on the next version of the report.' }
}
