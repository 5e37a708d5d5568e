import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/contact.ts'
import { fastingTime } from '#contract/fasting.ts'
import * as texts from '#contract/message-texts.ts'
import * as messages from '#contract/notifications.ts'
import * as push from '#contract/push.ts'
import * as stops from '#contract/unsubscribe.ts'
import { Refusal } from '#server/platform/errors.ts'
import { type Base, createServe, type Serve } from '#server/platform/http/serve.ts'
import type { Streams } from '#server/platform/http/streams.ts'
import type { Live } from '#server/platform/live/listener.ts'
import { bellRoutes } from './bell-stream.ts'
import { listContactMessages, readContactMessage } from './contact-inbox.ts'
import { showContactForm } from './contact-pass.ts'
import { listTexts, previewText, restoreText, saveText } from './edit-texts.ts'
import { listDeliveries, resendDelivery } from './ledger.ts'
import { listNotices, noteRead } from './list-notices.ts'
import { noteReport } from './note-report.ts'
import { readThread, writeToLaboratory } from './patient-messages.ts'
import { readPreferences, savePreferences } from './preferences.ts'
import { addDevice, knownDevice, readDevices, removeDevice, testDevice } from './push-devices.ts'
import { listReplies } from './queries-sms.ts'
import { readDelivery } from './read-delivery.ts'
import { readFastingTime, readReminders, saveReminders } from './reminder-settings.ts'
import { sendContactMessage } from './send-contact-message.ts'
import { answerContact, sortContact } from './sort-contact-message.ts'
import { takeReply } from './take-reply.ts'
import { readUnsubscription, resubscribe, unsubscribe } from './unsubscribe.ts'

export function notificationRoutes(
  app: FastifyInstance,
  serve: Serve,
  base: Base,
  following: { live: Live; streams: Streams },
): void {
  acceptForms(app)
  gatewayRoutes(app, base)
  contactRoutes(serve)
  serve(messages.readPreferences, (context) => readPreferences(context))
  serve(messages.savePreferences, (context, { body }) => savePreferences(context, body))
  serve(messages.readReminders, (context) => readReminders(context))
  serve(fastingTime, (context) => readFastingTime(context))
  serve(messages.saveReminders, (context, { body }) => saveReminders(context, body))
  serve(messages.notices, (context, { query }) => listNotices(context, query))
  serve(messages.readNotices, (context, { body }) => noteRead(context, body))
  serve(messages.deliveries, (context, { query }) => listDeliveries(context, query))
  serve(messages.smsReplies, ({ db, actor }, { query }) => listReplies(db, actor.sites, query))
  pushRoutes(serve)
  textRoutes(serve)
  unsubscribeRoutes(app, serve)
  bellRoutes(serve, following)
  serve(messages.readDelivery, (context, { params }) => readDelivery(context, params.id))
  serve(messages.resendDelivery, (context, { params }) => resendDelivery(context, params.id))
}

function contactRoutes(serve: Serve): void {
  serve(contract.sendContactMessage, async (context, { params, body, reply }) => {
    const { status, answer, retryAfterSeconds } = await sendContactMessage(context, params.formId, body)
    reply.code(status)
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    return answer
  })
  serve(contract.showContactForm, (context, { params }) => showContactForm(context, params.formId))
  serve(contract.readThread, (context) => readThread(context))
  serve(contract.writeToLaboratory, (context, { body }) => writeToLaboratory(context, body))
  serve(contract.contactMessages, (context, { query }) => listContactMessages(context, query))
  serve(contract.readContactMessage, (context, { params }) => readContactMessage(context, params.id))
  serve(contract.answerContactMessage, (context, { params, body }) => answerContact(context, params.id, body))
  serve(contract.sortContactMessage, (context, { params, body }) => sortContact(context, params.id, body))
}

function textRoutes(serve: Serve): void {
  serve(texts.messageTexts, (context) => listTexts(context))
  serve(texts.previewText, (context, { body }) => previewText(context, body))
  serve(texts.saveText, (context, { body }) => saveText(context, body))
  serve(texts.restoreText, (context, { body }) => restoreText(context, body))
}

function unsubscribeRoutes(app: FastifyInstance, serve: Serve): void {
  serve(stops.readUnsubscription, (context, { body }) => readUnsubscription(context, body.token))
  serve(stops.stopEmails, (context, { body }) => unsubscribe(context, body.token))
  serve(stops.resubscribe, (context, { body }) => resubscribe(context, body.token))
  // Opening a link turns nothing off: filters of mail open links as well.
  app.get<{ Params: { token: string } }>(
    stops.unsubscribePath,
    { schema: { summary: 'The link of a mail: redirects to the page that asks.' } },
    (request, reply) => reply.redirect(`/unsubscribe#token=${encodeURIComponent(request.params.token)}`, 302),
  )
}

function pushRoutes(serve: Serve): void {
  serve(push.readDevices, (context) => readDevices(context))
  serve(push.addDevice, (context, { body }) => addDevice(context, body))
  serve(push.knownDevice, (context, { body }) => knownDevice(context, body))
  serve(push.removeDevice, (context, { params }) => removeDevice(context, params.id))
  serve(push.testDevice, (context, { params }) => testDevice(context, params.id))
}

/**
 * Apart from all others: a signature is over the bytes that came and not over what they were read as, and a client of
 * mail sends a form.
 */
function gatewayRoutes(app: FastifyInstance, base: Base): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const serve = createServe(scope, base, async () => null)
    serve(stops.unsubscribe, (context, { params }) => unsubscribe(context, params.token))
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
