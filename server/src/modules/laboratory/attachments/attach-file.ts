import { mostAttachments } from '#contract/attachments.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, notPossible, requirePossible } from '#server/platform/errors.ts'
import { checkGivenFile, decodedName, filesOfPerson } from '#server/platform/file-types/given-file.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { waitsForSample } from '../policy.ts'
import { lockTask } from '../results/queries-results.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { whyNotChange } from './keep-attachments.ts'
import { insertAttachment, sameAttachment } from './queries-attachments.ts'

/**
 * Attaches a file to a task; its content says of which type it is. Attaching the same bytes to the same task again returns the
 * existing attachment, so that a client can retry after a lost answer.
 */
export async function attachFile(
  context: SignedIn,
  taskId: string,
  file: { name: string; bytes: Uint8Array | undefined },
) {
  await taskOf(context, taskId)
  await spend(context, filesOfPerson, context.actor.accountId)
  return attachBytes(context, taskId, { name: decodedName(file.name), bytes: file.bytes ?? new Uint8Array() })
}

/** Like `attachFile`, but without the limit for a person. For files of analysers. */
export async function attachBytes(
  context: SignedIn,
  taskId: string,
  given: { name: string; bytes: Uint8Array },
) {
  const { clock, actor } = context
  const task = await taskOf(context, taskId)
  const file = await checkGivenFile(context, given)
  const { name, type, content, sha256 } = file
  const id = uuidv7(clock)
  return transact(context, async (inside) => {
    const state = await lockTask(inside.db, task)
    const existing = await sameAttachment(inside.db, task, sha256)
    if (existing) return { message: `${existing.name} is attached.`, attachment: existing }
    requirePossible(state ? whyNotChange(state) : waitsForSample)
    const row = { id, ...file, by: actor.accountId, now: clock.now() }
    if (!(await insertAttachment(inside.db, task, row, mostAttachments))) {
      throw notPossible(
        `${mostAttachments} files are attached already. Remove one before you attach another.`,
      )
    }
    await audit(inside, {
      action: 'attachment.added',
      subject: { kind: 'task', id: task.id },
      after: { id, name, type, size: content.length, sha256: sha256.toString('hex') },
    })
    const attachment = await sameAttachment(inside.db, task, sha256)
    if (!attachment) throw notFound('This file')
    return { message: `${name} is attached.`, attachment }
  })
}
