import { type EventType, webhookEventNames, webhookEvents } from '#contract/webhooks.ts'

/** The events that the scopes of a client allow; of an API key, those that it may read about if it may have webhooks. */
export const eventsOf = (scopes: readonly string[]): EventType[] =>
  webhookEventNames.filter((name) => {
    const { scope, keyScope } = webhookEvents[name]
    return scopes.includes(scope) || (scopes.includes('webhooks') && scopes.includes(keyScope))
  })
