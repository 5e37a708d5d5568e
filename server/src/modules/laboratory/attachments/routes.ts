import * as contract from '#contract/attachments.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { attachFile } from './attach-file.ts'
import { listAttachments, readAttachment, removeAttachment } from './keep-attachments.ts'
import { placeAttachment } from './place-attachment.ts'

export function attachmentRoutes(serve: Serve): void {
  serve(contract.listAttachments, (context, { params }) => listAttachments(context, params.id))
  serve(contract.addAttachment, (context, { params, headers, body }) =>
    attachFile(context, params.id, { name: headers['x-file-name'], bytes: body }),
  )
  serve(contract.readAttachment, async (context, { params, reply }) =>
    sendFile(reply, await readAttachment(context, params.id)),
  )
  serve(contract.placeAttachment, (context, { params, body }) =>
    placeAttachment(context, params.id, body.inReport),
  )
  serve(contract.removeAttachment, (context, { params, body }) =>
    removeAttachment(context, params.id, body.reason),
  )
}
