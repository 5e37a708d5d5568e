import { z } from 'zod'
import { signedIn } from './access.ts'
import { endpoint } from './endpoint.ts'
import { done, idParams, line, timestamp } from './fields.ts'
import { roles } from './options.ts'
import { proof } from './second-factor.ts'

/** Passkeys (WebAuthn). Bytes are base64url. */

const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[\w-]+$/, 'Must be base64url')

/** The most passkeys of an account. */
export const mostPasskeys = 20

/** What a passkey signed: the result of `navigator.credentials.get`. */
const signature = z.strictObject({
  /** The id of the credential: at most 1,023 bytes. */
  id: bytes(1400),
  clientDataJSON: bytes(8000),
  authenticatorData: bytes(8000),
  signature: bytes(8000),
  userHandle: bytes(100).optional(),
})
export type PasskeySignature = z.output<typeof signature>

/** A new passkey: the result of `navigator.credentials.create`. */
const newCredential = z.strictObject({
  id: bytes(1400),
  clientDataJSON: bytes(8000),
  attestationObject: bytes(20_000),
  transports: z.array(line('Transport', 30)).max(10),
})
export type NewCredential = z.output<typeof newCredential>

const descriptors = z.array(
  z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) }),
)

/** The options of `navigator.credentials.get`. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  allowCredentials: descriptors,
})
export type RequestOptions = z.output<typeof requestOptions>

/** The options of `navigator.credentials.create`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.output<typeof creationOptions>

export const beginPasskeyLogIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-log-in/begin',
  access: 'public',
  summary:
    'A challenge to log in with a passkey: works once, for ten minutes. It names no account, since the passkey does.',
  responses: { 200: requestOptions },
  errors: ['not_possible_now', 'too_many_requests'],
})

export const passkeyLogIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey-log-in',
  access: 'public',
  summary: 'Log in with a passkey that has verified its user. No password and no second factor is asked for.',
  body: signature,
  responses: { 200: signedIn },
  errors: ['wrong_credentials', 'code_invalid', 'not_possible_now', 'too_many_requests'],
})

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/auth/passkeys',
  access: roles,
  beforeSecondFactor: true,
  summary: 'The passkeys of the caller, oldest first.',
  responses: {
    200: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: timestamp,
        lastUsedAt: timestamp.nullable(),
      }),
    ),
  },
  errors: [],
})

const changes = ['/api/auth/passkeys', '/api/auth/second-factor', '/api/auth/profile'] as const

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/begin',
  access: roles,
  beforeSecondFactor: true,
  summary: 'The options to create a passkey of the caller.',
  body: z.strictObject(proof),
  responses: { 200: creationOptions },
  errors: ['wrong_credentials', 'code_invalid', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  changes,
  access: roles,
  beforeSecondFactor: true,
  summary:
    'Keep a new passkey. The first second factor of the account ends all other sessions, and the answer has recovery codes, which are never shown again.',
  body: z.strictObject({
    name: line('Name', 60).refine((text) => text !== '', 'Enter a name'),
    credential: newCredential,
  }),
  responses: { 201: done.extend({ recoveryCodes: z.array(z.string()) }) },
  errors: ['code_invalid', 'conflict', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/:id/remove',
  changes,
  access: roles,
  summary: 'End a passkey of the caller.',
  params: idParams,
  body: z.strictObject(proof),
  responses: { 200: done },
  errors: ['wrong_credentials', 'code_invalid', 'not_found', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const beginConfirmation = endpoint({
  method: 'POST',
  path: '/api/auth/confirmation/begin',
  access: roles,
  beforeSecondFactor: true,
  summary: 'A challenge for a passkey of the caller, to confirm who they are.',
  responses: { 200: requestOptions },
  errors: ['not_possible_now', 'too_many_requests'],
})

export const confirmByPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/confirmation',
  access: roles,
  beforeSecondFactor: true,
  summary:
    'Confirm by a passkey who uses this session. For five minutes the calls that ask for the current password do without it.',
  body: signature,
  responses: { 200: done },
  errors: ['wrong_credentials', 'code_invalid', 'not_possible_now', 'too_many_requests'],
})
