import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  done,
  email,
  fullName,
  givenPassword,
  line,
  newPassword,
  nothing,
  optionalEmail,
  optionalPhone,
  page,
  phone,
  timestamp,
  total,
} from './fields.ts'
import { messages } from './messages.ts'
import { languages, notificationMethods, roles, staffRoles } from './options.ts'
import { permissionNames } from './permissions.ts'
import { secondFactorCode } from './second-factor.ts'

const token = z.string().min(16).max(200)
const role = z.enum(roles)

export const accountStatuses = ['Active', 'Deactivated'] as const
export type AccountStatus = (typeof accountStatuses)[number]

const person = z.object({
  id: z.string(),
  role,
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.enum(accountStatuses),
})
export type Person = z.output<typeof person>

const profile = person.extend({
  /** False for accounts that sign in only through an issuer: the forms then ask for no password. */
  hasPassword: z.boolean(),
  /** Whether the person can confirm by a passkey who they are. */
  hasPasskey: z.boolean().default(false),
  /** The phone number for signing in, with country code; null: none. */
  signInPhone: z.string().nullable(),
  /** A new address that its owner has not confirmed yet. */
  pendingEmail: z.string().optional(),
  notifications: z.object({ method: z.enum(notificationMethods) }),
  /** The language of this person’s screens, and of messages to them. */
  language: z.enum(languages),
  /** Permissions beyond the daily work of the role: all for managers, none for patients. */
  permissions: z.array(z.enum(permissionNames)),
  /** The sites that staff are limited to; null: all. */
  sites: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
  /** Whether the laboratory uses prices. */
  pricesOn: z.boolean().default(false),
  /** Whether any clinician of a facility has an account. */
  clinicsOn: z.boolean().default(false),
  /** True if the laboratory requires a second factor and the account has none: only its set-up is allowed. */
  needsSecondFactor: z.boolean().default(false),
  createdAt: timestamp,
})
export type Profile = z.output<typeof profile>

export const signedIn = z.object({ token: z.string(), user: person, message: z.string() })

const samePasswords = (body: { password: string; confirmPassword: string }) =>
  body.password === body.confirmPassword
const differ = { path: ['confirmPassword'], message: messages.signUp.passwordsDiffer }

const code = line('Code', 40).refine((text) => text !== '', 'Enter the code that we sent')

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Ask for an account. The answer is the same whether or not the address is known.',
  body: z
    .strictObject({
      fullName,
      email,
      password: newPassword,
      confirmPassword: z.string({ error: messages.signUp.passwordsDiffer }),
      acceptedTerms: z.literal(true, { error: messages.signUp.termsMissing }),
    })
    .refine(samePasswords, differ),
  responses: { 201: done },
  errors: ['too_many_requests', 'busy'],
})

export const registerByMail = endpoint({
  method: 'POST',
  path: '/api/auth/register-by-mail',
  access: 'public',
  summary:
    'Ask for an account without a password. A code goes to the e-mail address: to sign up, or to log in if the address has the account of a patient. Same answer in both cases.',
  body: z.strictObject({
    fullName,
    email,
    acceptedTerms: z.literal(true, { error: messages.signUp.termsMissing }),
  }),
  responses: { 201: done },
  errors: ['too_many_requests', 'busy'],
})

export const registerPhone = endpoint({
  method: 'POST',
  path: '/api/auth/register-phone',
  access: 'public',
  summary:
    'Ask for an account with a phone number instead of an e-mail address. A code goes there by SMS: to sign up, or to log in if the number has an account. Same answer in both cases.',
  body: z.strictObject({
    fullName,
    phone,
    acceptedTerms: z.literal(true, { error: messages.signUp.termsMissing }),
  }),
  responses: { 201: done },
  errors: ['not_possible_now', 'too_many_requests', 'busy'],
})

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/api/auth/phone-code',
  access: 'public',
  summary:
    'Send a code by SMS, to log in or to finish a sign-up; earlier ones stop working. Same answer for unknown numbers.',
  body: z.strictObject({ phone }),
  responses: { 200: done },
  errors: ['not_possible_now', 'too_many_requests', 'busy'],
})

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/api/auth/verify-otp',
  access: 'public',
  summary:
    'Confirm an address or a phone number with the code sent there, or log in with it: 8 characters, single use, 10 minutes.',
  body: z.strictObject({
    otp: code,
    email: optionalEmail.optional(),
    /** A code of the second factor, if the account has one and the mailed code signs in. */
    secondFactor: secondFactorCode.optional(),
  }),
  responses: {
    200: z.object({
      token: z.string(),
      message: z.string(),
      /** The person signed in by the code. Absent after a sign-up with a password, since they still log in with it. */
      user: person.optional(),
      /**
       * Present when the code is entered in a browser other than the one that signed up. The password from the sign-up is
       * then not used: this is a token for `reset-password`, valid for 30 minutes.
       */
      passwordToken: z.string().optional(),
    }),
  },
  errors: ['code_invalid', 'second_factor_asked', 'wrong_credentials', 'too_many_requests', 'busy'],
})

export const resendOtp = endpoint({
  method: 'POST',
  path: '/api/auth/resend-otp',
  access: 'public',
  summary: 'Mail a new code; earlier ones stop working. Same answer for unknown addresses.',
  body: z.strictObject({ email }),
  responses: { 200: done },
  errors: ['too_many_requests', 'busy'],
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary:
    'Sign in with e-mail address or phone number, password, and a code of the second factor if the account has one.',
  body: z.strictObject({
    email: line('Email', 254),
    password: givenPassword,
    secondFactor: secondFactorCode.optional(),
  }),
  responses: { 200: signedIn },
  errors: ['wrong_credentials', 'second_factor_asked', 'too_many_requests', 'busy'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: roles,
  beforeSecondFactor: true,
  summary: 'End this session at once.',
  responses: { 204: nothing },
  errors: [],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Mail a single-use link, good for 30 minutes. Same answer for unknown addresses.',
  body: z.strictObject({ email }),
  responses: { 200: done },
  errors: ['too_many_requests'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with the token of a mailed link. Ends every session of the account.',
  body: z
    .strictObject({ token, password: newPassword, confirmPassword: z.string() })
    .refine(samePasswords, differ),
  responses: { 200: done },
  errors: ['code_invalid', 'too_many_requests', 'busy'],
})

export const setUp = endpoint({
  method: 'POST',
  path: '/api/auth/set-up',
  access: 'public',
  summary: 'Create the first manager with the single-use token printed at the first start.',
  body: z
    .strictObject({ token, fullName, email, password: newPassword, confirmPassword: z.string() })
    .refine(samePasswords, differ),
  responses: { 201: done },
  errors: ['code_invalid', 'too_many_requests', 'busy'],
})

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/auth/profile',
  access: roles,
  beforeSecondFactor: true,
  summary: 'The profile of the signed-in person.',
  responses: { 200: profile },
  errors: [],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/profile',
  access: roles,
  summary:
    'Change the given fields of the profile. A new e-mail address or password requires the current password.',
  body: z.strictObject({
    fullName: fullName.optional(),
    phone: optionalPhone.optional(),
    email: email.optional(),
    password: newPassword.optional(),
    currentPassword: givenPassword.optional(),
    notifications: z.strictObject({ method: z.enum(notificationMethods) }).optional(),
    language: z.enum(languages, { error: 'Choose a language from the list' }).optional(),
  }),
  responses: { 200: done.extend({ profile }) },
  errors: ['wrong_credentials', 'too_many_requests', 'busy'],
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-email',
  changes: ['/api/auth/profile'],
  access: 'public',
  summary: 'Confirm a new e-mail address with the token mailed to it.',
  body: z.strictObject({ token }),
  responses: { 200: done },
  errors: ['code_invalid', 'conflict', 'too_many_requests'],
})

export const changeSignInPhone = endpoint({
  method: 'PUT',
  path: '/api/auth/sign-in-phone',
  changes: ['/api/auth/profile'],
  access: ['user'],
  summary:
    'Send a code by SMS to the phone number to sign in with. The number is used once the code is confirmed; an empty number removes the current one.',
  body: z.strictObject({
    phone: optionalPhone,
    currentPassword: givenPassword.optional(),
  }),
  responses: { 200: done },
  errors: ['not_possible_now', 'wrong_credentials', 'too_many_requests', 'busy'],
})

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/api/auth/confirm-phone',
  changes: ['/api/auth/profile'],
  access: ['user'],
  summary: 'Confirm the phone number to sign in with by the code sent to it.',
  body: z.strictObject({ otp: code }),
  responses: { 200: done },
  errors: ['code_invalid', 'conflict', 'too_many_requests'],
})

export const deleteProfile = endpoint({
  method: 'DELETE',
  path: '/api/auth/profile',
  access: roles,
  summary: 'Close the account: sessions end, upcoming visits are cancelled, the medical history is kept.',
  body: z.strictObject({ currentPassword: givenPassword.optional() }),
  responses: { 200: done },
  errors: ['wrong_credentials', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const getAllUsers = endpoint({
  method: 'GET',
  path: '/api/auth/get-all-users',
  access: staffRoles,
  permission: 'patients',
  summary:
    'Accounts, newest first, by role and by a part of name, e-mail or phone; text with an @ inside is the beginning of an e-mail.',
  query: z.strictObject({
    /** `patient` is an alias of `user`. */
    role: z.enum([...roles, 'patient']).optional(),
    search: line('Search', 200).optional(),
    ...page,
  }),
  responses: {
    200: z.object({
      users: z.array(person.extend({ createdAt: timestamp })),
      total,
      nextCursor: z.string().nullable(),
    }),
  },
  errors: [],
})

/** Maximum number of patients that the search for bookings returns. */
export const mostToBook = 5

export const patientsToBook = endpoint({
  method: 'GET',
  path: '/api/auth/patients-to-book',
  access: staffRoles,
  summary:
    'Patients that staff may book a visit for, by a part of name, e-mail or phone. Returns contact details only. Needs the permission to manage appointments or patients.',
  query: z.strictObject({ search: line('Search', 200) }),
  responses: {
    200: z.object({
      patients: z.array(
        z.object({ id: z.string(), fullName: z.string(), email: z.string(), phone: z.string() }),
      ),
    }),
  },
  errors: [],
})

/**
 * The browser navigates here, so the answers are redirects: finally to `/login#code=…` with the code for
 * `oidcExchange`, or to `/login#error=…` with a message to show.
 */
export const oidcStart = '/api/auth/oidc/start'
export const oidcCallback = '/api/auth/oidc/callback'

export const oidcExchange = endpoint({
  method: 'POST',
  path: '/api/auth/oidc/exchange',
  access: 'public',
  summary: 'Turn the one-time code of a finished issuer sign-in into a session.',
  body: z.strictObject({ code: token }),
  responses: { 200: signedIn },
  errors: ['code_invalid', 'too_many_requests'],
})
