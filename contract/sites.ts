import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { keysOf } from './keys-of.ts'
import { roles } from './options.ts'
import { cellCounts } from './printed-unit.ts'
import { weekStarts } from './week-start.ts'

/** Public information about the laboratory. */
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
      /** The URL of the logo; null if there is none. */
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
      /** Closed for good: takes no bookings; its records keep the name. */
      closedSites: z.array(z.object({ id: z.string(), name: z.string(), timeZone: z.string() })),
      /** Whether prices are shown. */
      pricesOn: z.boolean().default(false),
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
        /** Whether phone numbers can be used to sign up and log in, with codes by SMS. */
        phone: z.boolean(),
        /** Whether passkeys work at the public address. */
        passkey: z.boolean().default(false),
      }),
      /** How counts of cells are written. */
      cellCounts: z.enum(keysOf(cellCounts)),
      weekStart: z.enum(weekStarts).default('locale'),
      contact: z.object({ url: z.string(), formId: z.string() }),
      /** The sign-ins of a demo; empty otherwise. */
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
        /** The value that calls use in `testType`. */
        name: z.string(),
        label: z.string(),
        about: z.string(),
        specimen: z.string(),
        /** The preparation of the patient; may be empty. */
        preparation: z.string(),
        fasting: z.boolean(),
        turnaroundHours: z.number(),
      }),
    ),
  },
  errors: [],
})
export type BookableTest = z.output<(typeof catalogueTests.responses)[200]>[number]
