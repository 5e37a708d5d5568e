import * as contract from '#contract/attachments.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { attachFile } from './attach-file.ts'
import { saveAs } from './clean-name.ts'
import { listAttachments, readAttachment, removeAttachment } from './keep-attachments.ts'
import { placeAttachment } from './place-attachment.ts'

export function attachmentRoutes(serve: Serve): void {
  serve(contract.listAttachments, (context, { params }) => listAttachments(context, params.id))
  serve(contract.addAttachment, (context, { params, headers, body }) =>
    attachFile(context, params.id, { name: headers['x-file-name'], bytes: body }),
  )
  serve(contract.readAttachment, async (context, { params, reply }) => {
    const { name, type, content } = await readAttachment(context, params.id)
    // To be saved and never shown: should a browser show it all the same, it runs nothing and knows no origin.
    reply
      .type(type)
      .header('content-disposition', saveAs(name))
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
    return content
  })
  serve(contract.placeAttachment, (context, { params, body }) =>
    placeAttachment(context, params.id, body.inReport),
  )
  serve(contract.removeAttachment, (context, { params, body }) =>
    removeAttachment(context, params.id, body.reason),
  )
}
