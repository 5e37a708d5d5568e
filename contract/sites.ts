import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { roles } from './options.ts'

/** What anyone may know of the laboratory before signing in. */
export const laboratory = endpoint({
  method: 'GET',
  path: '/api/laboratory',
  access: 'public',
  summary: 'The laboratory: name, address, sites with their hours, ways to sign in, contact service.',
  responses: {
    200: z.object({
      name: z.string(),
      address: z.string(),
      phone: z.string(),
      email: z.string(),
      /** Where the logo is; null while there is none. */
      logo: z.string().nullable(),
      sites: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          timeZone: z.string(),
          /** Opening hours by weekday, 0 = Sunday; times local, `HH:mm`. */
          hours: z.array(z.object({ weekday: z.number().int(), opens: z.string(), closes: z.string() })),
        }),
      ),
      /** Closed for good: nobody is booked there any more, and what was done there is kept under its name. */
      closedSites: z.array(z.object({ id: z.string(), name: z.string(), timeZone: z.string() })),
      booking: z.object({
        horizonDays: z.number().int(),
        cutOffMinutes: z.number().int(),
        holdMinutes: z.number().int(),
        stepMinutes: z.number().int(),
      }),
      signIn: z.object({
        issuer: z.boolean(),
        /** Why there is no issuer. */
        reason: z.string().optional(),
        /** Whether somebody can sign up and log in with a phone number: codes go there by SMS. */
        phone: z.boolean(),
      }),
      contact: z.object({ url: z.string(), formId: z.string() }),
      /** The sign-ins of a demonstration; a laboratory of its own has none. */
      demo: z
        .array(z.object({ role: z.enum(roles), name: z.string(), email: z.string(), password: z.string() }))
        .optional(),
    }),
  },
  errors: [],
})

export const catalogueTests = endpoint({
  method: 'GET',
  path: '/api/catalogue/tests',
  access: 'public',
  summary: 'The tests that can be booked, with preparation and what they need.',
  responses: {
    200: z.array(
      z.object({
        /** What calls carry in `testType`. */
        name: z.string(),
        label: z.string(),
        about: z.string(),
        specimen: z.string(),
        /** What the patient does beforehand; empty when nothing. */
        preparation: z.string(),
        fasting: z.boolean(),
        turnaroundHours: z.number(),
      }),
    ),
  },
  errors: [],
})
export type BookableTest = z.output<(typeof catalogueTests.responses)[200]>[number]
