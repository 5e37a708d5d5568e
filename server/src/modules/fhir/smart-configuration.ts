import { authorizationUrls, signingAlgorithms } from './apps/endpoints.ts'
import { supportedScopes } from './apps/smart-scopes.ts'

/** The supported authorization: http://hl7.org/fhir/smart-app-launch/conformance.html */
export const smartConfiguration = (config: { publicUrl: string }) => {
  const { issuer, authorize, token, introspect, revoke, keys } = authorizationUrls(config)
  return {
    issuer,
    jwks_uri: keys,
    authorization_endpoint: authorize,
    token_endpoint: token,
    introspection_endpoint: introspect,
    revocation_endpoint: revoke,
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    scopes_supported: supportedScopes,
    capabilities: [
      ...['launch-standalone', 'launch-ehr', 'context-standalone-patient', 'context-ehr-patient'],
      'context-ehr-encounter',
      ...['context-banner', 'sso-openid-connect', 'health-cards'],
      ...['client-public', 'client-confidential-symmetric', 'client-confidential-asymmetric'],
      ...['permission-offline', 'permission-patient', 'permission-user', 'permission-v1', 'permission-v2'],
    ],
  }
}
