import { apiScopeNames } from '#contract/api-clients.ts'

/** The supported authorization: http://hl7.org/fhir/smart-app-launch/conformance.html */
export const smartConfiguration = ({ publicUrl }: { publicUrl: string }) => ({
  token_endpoint: `${publicUrl}/fhir/auth/token`,
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  scopes_supported: [...apiScopeNames],
  capabilities: ['client-confidential-symmetric', 'permission-v2'],
})
