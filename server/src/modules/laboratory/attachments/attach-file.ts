import { createHash } from 'node:crypto'
import { type Attachment, mostAttachments } from '#contract/attachments.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { findType } from '#server/platform/file-types/file-type.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { lockTask } from '../results/queries-results.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { cleanName } from './clean-name.ts'
import { presentAttachment, whyNotChange } from './list-attachments.ts'
import { attachmentsOf, insertAttachment, sameAttachment } from './queries-attachments.ts'

/**
 * Attaches a file to a task, by what its bytes are. The same bytes on the same task are the same attachment, so that a
 * file whose answer was lost can be sent again.
 */
export async function attachFile(
  context: SignedIn,
  taskId: string,
  file: { name: string; bytes: Uint8Array | undefined },
): Promise<{ message: string; attachment: Attachment }> {
  const { clock, actor } = context
  const task = await taskOf(context, taskId)
  const content = Buffer.from(file.bytes ?? new Uint8Array())
  const found = findType(content)
  if ('fault' in found) throw new Refusal('unsupported_type', found.fault)
  const sha256 = createHash('sha256').update(content).digest()
  const name = cleanName(decoded(file.name), found.type)
  const id = uuidv7(clock)
  return inTransaction(context.db, async (tx) => {
    const state = await lockTask(tx, task)
    const known = await sameAttachment(tx, task, sha256)
    if (known) return { message: `${known.name} is attached.`, attachment: presentAttachment(known) }
    const whyNot = state ? whyNotChange(state) : 'The sample was rejected: the test waits for another one.'
    if (whyNot) throw new Refusal('not_possible_now', whyNot)
    const row = { id, name, type: found.type, sha256, content, by: actor.accountId, now: clock.now() }
    if (!(await insertAttachment(tx, task, row, mostAttachments))) {
      throw new Refusal(
        'not_possible_now',
        `${mostAttachments} files are attached already. Remove one before you attach another.`,
      )
    }
    const inside = { ...context, db: tx }
    await audit(inside, {
      action: 'attachment.added',
      subject: { kind: 'task', id: task.id },
      after: { id, name, type: found.type, size: content.length, sha256: sha256.toString('hex') },
    })
    const added = (await attachmentsOf(tx, task)).find((one) => one.id === id)
    if (!added) throw notFound('This file')
    return { message: `${name} is attached.`, attachment: presentAttachment(added) }
  })
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
