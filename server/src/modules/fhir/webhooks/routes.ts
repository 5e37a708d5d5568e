import * as contract from '#contract/webhooks.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import {
  addWebhookTo,
  deliverAgain,
  endOneWebhook,
  listDeliveriesOf,
  readOneWebhook,
  readWebhooksOf,
  renewSecret,
  resumeOne,
  sendTest,
} from './manage-webhooks.ts'

/** The managers' calls. */
export function webhookRoutes(serve: Serve): void {
  serve(contract.listWebhooks, (context, { params }) => readWebhooksOf(context, params.id))
  serve(contract.addWebhook, (context, { params, body }) => addWebhookTo(context, params.id, body))
  serve(contract.readWebhook, (context, { params }) => readOneWebhook(context, params.id))
  serve(contract.renewWebhookSecret, (context, { params }) => renewSecret(context, params.id))
  serve(contract.testWebhook, (context, { params }) => sendTest(context, params.id))
  serve(contract.resumeWebhook, (context, { params }) => resumeOne(context, params.id))
  serve(contract.endWebhook, (context, { params }) => endOneWebhook(context, params.id))
  serve(contract.listDeliveries, (context, { params, query }) => listDeliveriesOf(context, params.id, query))
  serve(contract.redeliver, (context, { params }) => deliverAgain(context, params.id, params.deliveryId))
}
