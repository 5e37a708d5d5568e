import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, givenPassword, id, line, timestamp } from './fields.ts'
import { roles } from './options.ts'

/** The second factor of an account, and the sessions of an account. */

/** The laboratory's settings for the roles that must have a second factor. */
export const secondFactorPolicies = {
  nobody: 'Not required',
  managers: 'Managers',
  staff: 'Managers and technicians',
} as const
export type SecondFactorPolicy = keyof typeof secondFactorPolicies

/** A code of six digits from the application, or one of the recovery codes. */
export const secondFactorCode = line('Code', 40).refine((text) => text !== '', 'Enter the code')

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/api/auth/second-factor',
  access: roles,
  beforeSecondFactor: true,
  summary: 'Whether the caller has a second factor, and whether it is required.',
  responses: {
    200: z.object({
      /** True with an authenticator app or a passkey. */
      on: z.boolean(),
      required: z.boolean(),
      /** Whether an authenticator app is set up. */
      application: z.boolean(),
      recoveryCodesLeft: z.number().int(),
    }),
  },
  errors: [],
})

const changes = ['/api/auth/second-factor', '/api/auth/profile'] as const

/**
 * Proves who changes the ways of logging in: the password, and a code if the account has a second factor. Neither is needed within
 * five minutes of `confirmByPasskey`.
 */
export const proof = { currentPassword: givenPassword.optional(), code: secondFactorCode.optional() }

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/begin',
  access: roles,
  beforeSecondFactor: true,
  summary: 'Create a secret for an authenticator app. It takes effect when a code is confirmed.',
  body: z.strictObject(proof),
  responses: { 200: z.object({ secret: z.string(), address: z.string() }) },
  errors: ['wrong_credentials', 'code_invalid', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  changes,
  access: roles,
  beforeSecondFactor: true,
  summary:
    'Turn the authenticator app on with its code. The first second factor of the account ends all other sessions. Returns new recovery codes, which are never shown again; earlier ones stop working.',
  body: z.strictObject({ code: secondFactorCode }),
  responses: { 200: done.extend({ recoveryCodes: z.array(z.string()) }) },
  errors: ['code_invalid', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/auth/second-factor/remove',
  changes,
  access: roles,
  summary: 'Turn the authenticator app off, with its code or a recovery code.',
  body: z.strictObject(proof),
  responses: { 200: done },
  errors: ['wrong_credentials', 'code_invalid', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: roles,
  beforeSecondFactor: true,
  summary: 'The sessions of the caller: the present session first, then the others by last use.',
  responses: {
    200: z.array(
      z.object({
        id: z.string(),
        /** The User-Agent header of the browser; empty if it is unknown. */
        agent: z.string(),
        startedAt: timestamp,
        lastSeenAt: timestamp,
        isThis: z.boolean(),
      }),
    ),
  },
  errors: [],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  changes: ['/api/auth/sessions'],
  access: roles,
  beforeSecondFactor: true,
  summary: 'End one of the caller’s sessions at once.',
  params: z.strictObject({ id }),
  responses: { 200: done },
  errors: ['not_found'],
})
