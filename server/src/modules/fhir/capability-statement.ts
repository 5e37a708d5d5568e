import type { Config } from '#server/config.ts'
import { authorizationUrls } from './apps/endpoints.ts'
import type { Kind } from './kind.ts'
import { baseOf, type Resource } from './resource.ts'

const oauthUris = (config: Config) => {
  const { authorize, token, introspect, revoke } = authorizationUrls(config)
  return Object.entries({ authorize, token, introspect, revoke }).map(([url, valueUri]) => ({
    url,
    valueUri,
  }))
}

/** The CapabilityStatement, made from the registered types. `date`: the day of the last change of this file. */
export const capabilityStatement = (config: Config, kinds: readonly Kind[]): Resource => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: '2026-11-28',
  kind: 'instance',
  software: { name: 'Phial', version: '0.1.0' },
  instantiates: ['http://hl7.org/fhir/uv/bulkdata/CapabilityStatement/bulk-data'],
  implementation: { description: 'FHIR interface of the laboratory', url: baseOf(config) },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json'],
  rest: [
    {
      mode: 'server',
      security: {
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
              },
            ],
          },
        ],
        extension: [
          {
            url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
            extension: oauthUris(config),
          },
        ],
      },
      resource: [
        ...kinds.map(({ type, params, writes, references, profiles, isVersioned, versions, operations }) => ({
          type,
          ...(profiles.length > 0 && { supportedProfile: profiles.map(({ url }) => url) }),
          interaction: [
            ...['read', ...(isVersioned ? ['vread'] : []), 'history-instance', 'search-type'],
            ...(writes?.create ? ['create'] : []),
            ...(writes?.update ? ['update', 'patch'] : []),
            ...(writes?.remove ? ['delete'] : []),
          ].map((code) => ({ code })),
          versioning: writes?.update ? 'versioned-update' : isVersioned ? 'versioned' : 'no-version',
          readHistory: versions !== undefined,
          ...(writes?.create && { conditionalCreate: true }),
          ...(operations?.length && {
            operation: operations.map(({ name, definition }) => ({ name, definition })),
          }),
          searchInclude: Object.keys(references).map((name) => `${type}:${name}`),
          searchRevInclude: kinds.flatMap((other) =>
            Object.entries(other.params)
              .filter(([, { target }]) => target === type)
              .map(([name]) => `${other.type}:${name}`),
          ),
          searchParam: Object.entries(params).map(([name, param]) => ({
            name,
            type: param.type,
            documentation: param.about,
          })),
        })),
        { type: 'Binary', interaction: [{ code: 'read' }], versioning: 'no-version' },
      ],
      interaction: [{ code: 'transaction' }, { code: 'batch' }],
      operation: [
        { name: 'export', definition: 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export' },
      ],
    },
  ],
})
