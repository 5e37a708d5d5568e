import { type EventType, webhookEventNames, webhookEvents } from '#contract/webhooks.ts'

/** The events that the scopes of a client allow. */
export const eventsOf = (scopes: readonly string[]): EventType[] =>
  webhookEventNames.filter((name) => scopes.includes(webhookEvents[name].scope))
