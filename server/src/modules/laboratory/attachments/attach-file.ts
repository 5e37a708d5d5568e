import { createHash } from 'node:crypto'
import { mostAttachments } from '#contract/attachments.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, notPossible, Refusal, requirePossible } from '#server/platform/errors.ts'
import { checkFile } from '#server/platform/file-types/check-file.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { requireClean } from '#server/platform/virus-scan.ts'
import { lockTask } from '../results/queries-results.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { cleanName } from './clean-name.ts'
import { whyNotChange } from './keep-attachments.ts'
import { insertAttachment, sameAttachment } from './queries-attachments.ts'

/** Checking a file can take several seconds of processor time. */
const filesOfPerson: Limit = { name: 'files of person', burst: 240, perSeconds: 3600 }

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
  return attachBytes(context, taskId, { name: decoded(file.name), bytes: file.bytes ?? new Uint8Array() })
}

/** Like `attachFile`, but without the limit for a person. For files of analysers. */
export async function attachBytes(
  context: SignedIn,
  taskId: string,
  { name: given, bytes }: { name: string; bytes: Uint8Array },
) {
  const { clock, actor } = context
  const task = await taskOf(context, taskId)
  await requireClean(context, bytes)
  const checked = await checkFile(bytes)
  if ('fault' in checked) throw new Refusal('unsupported_type', checked.fault)
  const { type } = checked
  const content = Buffer.from(checked.content)
  const sha256 = createHash('sha256').update(content).digest()
  const name = cleanName(given, type)
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
