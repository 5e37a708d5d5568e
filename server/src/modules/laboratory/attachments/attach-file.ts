import { createHash } from 'node:crypto'
import { mostAttachments } from '#contract/attachments.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, notPossible, Refusal, requirePossible } from '#server/platform/errors.ts'
import { findType } from '#server/platform/file-types/file-type.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { lockTask } from '../results/queries-results.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { cleanName } from './clean-name.ts'
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
  const { clock, actor } = context
  const task = await taskOf(context, taskId)
  const content = Buffer.from(file.bytes ?? new Uint8Array())
  const found = findType(content)
  if ('fault' in found) throw new Refusal('unsupported_type', found.fault)
  const { type } = found
  const sha256 = createHash('sha256').update(content).digest()
  const name = cleanName(decoded(file.name), type)
  const id = uuidv7(clock)
  return transact(context, async (inside) => {
    const state = await lockTask(inside.db, task)
    const existing = await sameAttachment(inside.db, task, sha256)
    if (existing) return { message: `${existing.name} is attached.`, attachment: existing }
    requirePossible(state ? whyNotChange(state) : 'The sample was rejected: the test waits for another one.')
    const row = { id, name, type, sha256, content, by: actor.accountId, now: clock.now() }
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

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
