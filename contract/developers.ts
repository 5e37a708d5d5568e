import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { keyScopeNames } from './key-scopes.ts'

/** What the page for developers says beside its own text. */

const keyScope = z.enum(keyScopeNames)

export const readDevelopers = endpoint({
  method: 'GET',
  path: '/api/developers',
  access: 'public',
  summary: 'What programs can use: the types of FHIR with what can be done, and whether this is a sandbox.',
  responses: {
    200: z.object({
      /** Whether `makeSandboxKey` gives keys. */
      sandbox: z.boolean(),
      fhir: z.array(
        z.object({
          type: z.string(),
          /** As in the CapabilityStatement, for example `read` and `search-type`. */
          interactions: z.array(z.string()),
          search: z.array(z.string()),
          operations: z.array(z.string()),
        }),
      ),
    }),
  },
  errors: [],
})

/** The scopes of a sandbox key. It has no webhooks: a demonstration sends nothing to addresses that strangers enter. */
export const sandboxScopes = keyScopeNames.filter((name) => name !== 'webhooks')

export const makeSandboxKey = endpoint({
  method: 'POST',
  path: '/api/developers/key',
  access: 'public',
  summary: 'Make an API key and a client of FHIR that are valid for a day. Only a demonstration does that.',
  responses: {
    201: z.object({
      key: z.string(),
      scopes: z.array(keyScope),
      perMinute: z.number().int(),
      expiresAt: timestamp,
      /** The client of FHIR, which gets tokens for its secret. */
      fhir: z.object({ clientId: z.string(), secret: z.string() }),
    }),
  },
  errors: ['not_possible_now', 'too_many_requests'],
})
