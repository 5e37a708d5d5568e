import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, line, paragraph, requiredLine, timestamp } from './fields.ts'
import { keyScopeNames } from './key-scopes.ts'
import { keysOf } from './keys-of.ts'

/**
 * Programs that read through FHIR, by themselves or as apps that people allow, and programs that make the calls of this contract with an
 * API key. Managers register and end them.
 */

/** The permissions of a client of FHIR, by SMART scope. */
export const apiScopes = {
  'system/Patient.rs': 'Patients',
  'system/Patient.c': 'Enter patients',
  'system/Appointment.rs': 'Appointments',
  'system/Appointment.cu': 'Book and cancel appointments',
  'system/Schedule.rs': 'Schedules',
  'system/Slot.rs': 'Free times',
  'system/Location.rs': 'Sites',
  'system/ServiceRequest.rs': 'Ordered tests',
  'system/ServiceRequest.c': 'Place orders',
  'system/ServiceRequest.u': 'Cancel orders',
  'system/Specimen.rs': 'Samples',
  'system/Observation.rs': 'Released values',
  'system/DiagnosticReport.rs': 'Released reports',
  'system/Organization.rs': 'Facilities',
  'system/CodeSystem.rs': 'Code systems',
  'system/ValueSet.rs': 'Value sets',
  'system/ConceptMap.rs': 'Concept maps',
  'system/ActivityDefinition.rs': 'Tests that are offered',
  'system/PlanDefinition.rs': 'Test packages',
  'system/HealthcareService.rs': 'Opening hours',
  'system/Device.rs': 'Analysers',
  'system/Practitioner.rs': 'Requesters',
  'system/PractitionerRole.rs': 'Requesters and their facilities',
  'system/Encounter.rs': 'Visits of patients who have come',
  'system/Task.rs': 'Progress of ordered tests',
  'system/DocumentReference.rs': 'Reports as documents',
  'system/Provenance.rs': 'Who released reports',
  'system/RelatedPerson.rs': 'Mothers of babies',
  'system/Coverage.rs': 'Payers of visits',
  'system/Invoice.rs': 'Accounts of visits',
  'system/ChargeItem.rs': 'Charges',
  'system/AuditEvent.rs': 'Audit trail',
  'system/Subscription.cruds': 'Subscriptions',
} as const
export type ApiScope = keyof typeof apiScopes
export const apiScopeNames = keysOf(apiScopes)
const scopes = z.array(z.enum([...apiScopeNames, ...keyScopeNames], { error: 'Choose from the list' }))
/** The permissions of a client: of FHIR, or of an API key. */
export type ClientScope = z.output<typeof scopes>[number]

const named = z.object({ id: z.string(), name: z.string() })

/** How a client authenticates. Apps on devices and in browsers cannot keep a secret. */
export const signsInBy = { secret: 'Secret', key: 'Key pair', nothing: 'None', api_key: 'API key' } as const
export type SignsInBy = keyof typeof signsInBy
const signsIn = z.enum(keysOf(signsInBy), { error: 'Choose from the list' })
const apiClient = z.object({
  /** The `client_id` of its requests for tokens. */
  id: z.string(),
  name: z.string(),
  scopes,
  /** Null: all sites. */
  sites: z.array(named).nullable(),
  /** Null: not limited to the orders of a facility. */
  facility: named.nullable(),
  perMinute: z.number().int(),
  signsInBy: signsIn,
  /** The addresses to which people return; empty: no app, but a program that reads by itself. */
  redirectUris: z.array(z.string()),
  /** Whether people may let it read without asking again. */
  keepsAccess: z.boolean(),
  /** Where people open it from screens of the laboratory; empty: they do not. */
  launchUrl: z.string(),
  /** Until when an API key is valid; null for other clients. */
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
  createdBy: z.string(),
  /** To the minute; null: never. */
  lastUsedAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
})
export type ApiClient = z.output<typeof apiClient>

export const listApiClients = endpoint({
  method: 'GET',
  path: '/api/api-clients',
  access: ['admin'],
  summary:
    'API clients by name, those in use first. A manager of some sites sees the clients of these sites only.',
  responses: { 200: z.object({ clients: z.array(apiClient) }) },
  errors: [],
})

export const addApiClient = endpoint({
  method: 'POST',
  path: '/api/api-clients',
  changes: ['/api/api-clients'],
  access: ['admin'],
  summary: 'Register an API client. The answer alone contains its secret.',
  body: z.strictObject({
    name: requiredLine('Name', 120),
    scopes: scopes.min(1, 'Choose at least one permission').max(60),
    /** Empty: all sites. */
    sites: z.array(id).max(100).default([]),
    facilityId: id.nullable().default(null),
    perMinute: z
      .int('Calls per minute must be a whole number')
      .min(1, 'Calls per minute must be at least 1')
      .max(6000, 'Calls per minute can be at most 6000')
      .default(120),
    signsInBy: signsIn.default('secret'),
    /** A JSON Web Key Set with its public keys, for a client that signs in by its key. */
    keys: paragraph('Public keys', 20_000).default(''),
    /** For an app that people let read. Requests are answered to exactly these addresses. */
    redirectUris: z
      .array(requiredLine('Address', 500))
      .max(10, 'An app has at most 10 addresses')
      .default([]),
    keepsAccess: z.boolean().default(false),
    launchUrl: line('Address', 500).default(''),
    /** For an API key. */
    validDays: z
      .int('Days must be a whole number')
      .min(1, 'A key is valid for at least 1 day')
      .max(730, 'A key is valid for at most 730 days')
      .nullable()
      .default(null),
  }),
  responses: {
    /** `secret` is null if the client signs in by its key pair or by nothing. Of an API key it is the key. */
    201: done.extend({ id: z.string(), secret: z.string().nullable() }),
  },
  errors: [],
})

export const readOwnKey = endpoint({
  method: 'GET',
  path: '/api/api-key',
  access: [],
  scope: 'any',
  summary: 'The API key of the caller, and what it may do.',
  responses: {
    200: apiClient
      .pick({ id: true, name: true, sites: true, perMinute: true })
      .extend({ scopes: z.array(z.enum(keyScopeNames)), expiresAt: timestamp }),
  },
  errors: [],
})

export const endApiClient = endpoint({
  method: 'POST',
  path: '/api/api-clients/:id/end',
  changes: ['/api/api-clients'],
  access: ['admin'],
  summary: 'End an API client at once. Its tokens, its secret and its API key stop working.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
