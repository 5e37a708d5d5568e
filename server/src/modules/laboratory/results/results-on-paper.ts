import type { FormOnPaper, OnPaper } from '#contract/results.ts'
import { staffAt } from '#server/modules/access/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, refuseViolationOf } from '#server/platform/errors.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { type FormRow, readFormOnPaper } from './queries-paper.ts'

/** Results that were written on a downtime form, and are entered afterwards with their time. */

type Form = FormRow & Pick<FormOnPaper, 'staff'>

export async function formOnPaperOf({ db }: SignedIn, task: TaskRow): Promise<Form | null> {
  const form = await readFormOnPaper(db, task)
  if (!form) return null
  const staff = (await staffAt(db, task.siteId)).map(({ id, fullName }) => ({ id, fullName }))
  return { ...form, staff }
}

/** The stated time and author; refused if the form cannot say so. The database enforces the order of the times. */
export async function readOnPaper(
  context: SignedIn,
  task: TaskRow,
  stated: OnPaper,
): Promise<{ measuredAt: Date; measuredBy: string } | null> {
  if (stated === null) return null
  const form = await formOnPaperOf(context, task)
  const measuredAt = new Date(stated.measuredAt)
  const { measuredBy } = stated
  const problem = whyNotAt(form, measuredAt, context.clock.now())
  if (problem !== null) throw invalid({ 'onPaper.measuredAt': [problem] })
  const isKnown = form?.staff.some(({ id }) => id === measuredBy) || form?.measured?.byId === measuredBy
  if (!isKnown) throw invalid({ 'onPaper.measuredBy': ['Choose a member of staff of this site'] })
  return { measuredAt, measuredBy }
}

const receivedLater =
  'The sample was received after this time. First enter the receipt that is written on the downtime form'

function whyNotAt(form: Form | null, measuredAt: Date, now: Date): string | null {
  if (!form) return 'The label of this sample is not from a downtime form'
  if (measuredAt > now) return 'This time is in the future'
  return form.receivedAt === null || measuredAt < form.receivedAt ? receivedLater : null
}

/** For `catch`: the receipt was changed meanwhile. */
export const refuseTimeOnPaper = refuseViolationOf({
  task_measured_after_receipt: () => invalid({ 'onPaper.measuredAt': [receivedLater] }),
})
