/** The FHIR R4 interface of the laboratory, and its API clients. */

export { forgetExpiredTokens } from './give-token.ts'
export { apiClientRoutes, fhirRoutes } from './routes.ts'
