import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/contact.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { listContactMessages } from './list-contact-messages.ts'
import { sendContactMessage } from './send-contact-message.ts'

export function notificationRoutes(app: FastifyInstance, serve: Serve): void {
  acceptForms(app)
  serve(contract.sendContactMessage, async (context, { params, body, reply }) => {
    const { status, answer, retryAfterSeconds } = await sendContactMessage(context, params.formId, body)
    reply.code(status)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return answer
  })
  serve(contract.contactMessages, (context, { query }) => listContactMessages(context, query))
}

/**
 * A form without a script sends its fields in this form. Only the contact form is one: every other call keeps refusing
 * it, since any page of any site can make a browser send it.
 */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.routeOptions.url !== contract.sendContactMessage.path) {
        done(new Refusal('unsupported_type', 'Send JSON (Content-Type: application/json)'))
      } else done(null, Object.fromEntries(new URLSearchParams(body)))
    },
  )
}
