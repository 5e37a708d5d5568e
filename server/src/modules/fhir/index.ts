/** The FHIR R4 face of the laboratory, and the programs that read through it. */

export { forgetExpiredTokens } from './give-token.ts'
export { apiClientRoutes, fhirRoutes } from './routes.ts'
