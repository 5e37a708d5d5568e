import { addPicture, printablePicture } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, requirePossible } from '#server/platform/errors.ts'
import { noteReturn } from '../referrals/refer-tasks.ts'
import { reachOf } from '../tasks/list-tasks.ts'
import { whyNotChange } from './keep-attachments.ts'
import { lockTaskOf, readContent, setInReport } from './queries-attachments.ts'

/** Makes a file part of the report or takes it out. A picture is made ready for paper now, so that no release fails by it. */
export async function placeAttachment(context: SignedIn, id: string, inReport: boolean) {
  const reach = await reachOf(context)
  const found = await readContent(context.db, reach, id, false)
  if (!found) throw notFound('This file')
  const isPicture = inReport && found.type.startsWith('image/')
  const picture = isPicture ? await printablePicture(context, found.content, 'page') : null
  return transact(context, async (inside) => {
    const { db, clock } = inside
    const file = await lockTaskOf(db, reach, id)
    if (!file) throw notFound('This file')
    requirePossible(whyNotChange(file))
    const { siteId, taskId, name } = file
    if (picture) await addPicture(db, picture, clock.now())
    await setInReport(db, { siteId, id }, inReport, picture?.sha256 ?? null)
    if (inReport) await noteReturn(inside, { siteId, id: taskId })
    const subject = { kind: 'task', id: taskId }
    await audit(inside, { action: 'attachment.placed', subject, after: { id, name, inReport } })
    return { message: inReport ? `${name} is part of the report.` : `${name} is for staff alone.` }
  })
}
