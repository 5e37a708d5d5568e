/** The FHIR R4 interface of the laboratory, and its API clients. */

export { admitKey, isApiKey } from './admit-key.ts'
export { holdAuthorizationServer } from './apps/hold-authorization-server.ts'
export { appRoutes } from './apps/routes.ts'
export { developerRoutes } from './developers/routes.ts'
export { forgetExpiredTokens } from './forget-expired-tokens.ts'
export { holdHl7Connections } from './hl7/hold-connections.ts'
export { hl7Routes } from './hl7/routes.ts'
export { apiClientRoutes, fhirRoutes } from './routes.ts'
export { deliverWebhooks, forgetOldDeliveries } from './webhooks/deliver-webhooks.ts'
export { holdWebhooks } from './webhooks/hold-webhooks.ts'
export { webhookRoutes } from './webhooks/routes.ts'
export { whyNotAddress } from './webhooks/why-not-address.ts'
