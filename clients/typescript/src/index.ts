export type { Calls } from './calls.gen.ts'
export { createClient, type PhialClient, type PhialOptions } from './client.ts'
export { PhialError } from './phial-error.ts'
export { verifyWebhook, type WebhookEvent } from './verify-webhook.ts'
