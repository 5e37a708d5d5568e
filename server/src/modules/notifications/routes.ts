import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/contact.ts'
import * as messages from '#contract/notifications.ts'
import * as push from '#contract/push.ts'
import { Refusal } from '#server/platform/errors.ts'
import { type Base, createServe, type Serve } from '#server/platform/http/serve.ts'
import type { Streams } from '#server/platform/http/streams.ts'
import type { Live } from '#server/platform/live/listener.ts'
import { bellRoutes } from './bell-stream.ts'
import { listDeliveries, resendDelivery } from './ledger.ts'
import { listContactMessages } from './list-contact-messages.ts'
import { listNotices, noteRead } from './list-notices.ts'
import { noteReport } from './note-report.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { addDevice, knownDevice, readDevices, removeDevice, testDevice } from './push-devices.ts'
import { readReminders, saveReminders } from './reminder-settings.ts'
import { sendContactMessage } from './send-contact-message.ts'
import { takeReply } from './take-reply.ts'

export function notificationRoutes(
  app: FastifyInstance,
  serve: Serve,
  base: Base,
  following: { live: Live; streams: Streams },
): void {
  acceptForms(app)
  gatewayRoutes(app, base)
  serve(contract.sendContactMessage, async (context, { params, body, reply }) => {
    const { status, answer, retryAfterSeconds } = await sendContactMessage(context, params.formId, body)
    reply.code(status)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return answer
  })
  serve(contract.contactMessages, (context, { query }) => listContactMessages(context, query))
  serve(messages.readPreferences, (context) => readPreferences(context))
  serve(messages.savePreferences, (context, { body }) => savePreferences(context, body))
  serve(messages.readReminders, (context) => readReminders(context))
  serve(messages.saveReminders, (context, { body }) => saveReminders(context, body))
  serve(messages.notices, (context, { query }) => listNotices(context, query))
  serve(messages.readNotices, (context, { body }) => noteRead(context, body))
  serve(messages.deliveries, (context, { query }) => listDeliveries(context, query))
  pushRoutes(serve)
  bellRoutes(serve, following)
  serve(messages.resendDelivery, (context, { params }) => resendDelivery(context, params.id))
}

function pushRoutes(serve: Serve): void {
  serve(push.readDevices, (context) => readDevices(context))
  serve(push.addDevice, (context, { body }) => addDevice(context, body))
  serve(push.knownDevice, (context, { body }) => knownDevice(context, body))
  serve(push.removeDevice, (context, { params }) => removeDevice(context, params.id))
  serve(push.testDevice, (context, { params }) => testDevice(context, params.id))
}

/** Apart from all others, since a signature is over the bytes that came and not over what they were read as. */
function gatewayRoutes(app: FastifyInstance, base: Base): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const serve = createServe(scope, base, async () => null)
    serve(messages.smsReport, (context, { query, request }) => noteReport(context, callOf(request), query.id))
    serve(messages.smsReply, (context, { request }) => takeReply(context, callOf(request)))
  })
}

const callOf = (request: FastifyRequest) => ({
  raw: typeof request.body === 'string' ? request.body : '',
  path: request.url,
  header(name: string) {
    const value = request.headers[name]
    return typeof value === 'string' ? value : ''
  },
})

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
