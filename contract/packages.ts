import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, line, requiredLine, revision } from './fields.ts'
import { staffRoles } from './options.ts'

/** Packages: a package is a name for several tests. It is chosen like a test, and can have a price of its own. */

export const listPackages = endpoint({
  method: 'GET',
  path: '/api/catalogue/packages/offered',
  access: 'public',
  summary: 'The packages that can be booked. `testType` takes their names like names of tests.',
  responses: {
    200: z.array(
      z.object({
        /** The value that calls use in `testType`. */
        name: z.string(),
        about: z.string(),
        /** The names of the tests, as in the call that lists tests. */
        tests: z.array(z.string()),
        /** Whether a test of the package needs fasting. */
        fasting: z.boolean(),
      }),
    ),
  },
  errors: [],
})
export type BookablePackage = z.output<(typeof listPackages)['responses'][200]>[number]

const packageFields = {
  name: requiredLine('Name', 120),
  about: requiredLine('About', 500),
  tests: z
    .array(line('Test', 60))
    .min(2, 'Choose at least two tests')
    .max(20, 'Choose at most 20 tests')
    .refine((codes) => new Set(codes).size === codes.length, 'Choose each test once'),
  bookable: z.boolean({ error: 'Bookable must be yes or no' }),
}

const testPackage = z.object({ code: z.string(), ...packageFields, version: z.number().int() })
export type TestPackage = z.output<typeof testPackage>

export const readPackages = endpoint({
  method: 'GET',
  path: '/api/catalogue/packages',
  access: staffRoles,
  summary:
    'All packages with the codes of their tests, sorted by name, including packages that cannot be booked.',
  responses: { 200: z.object({ packages: z.array(testPackage) }) },
  errors: [],
})

const changes = ['/api/catalogue', '/api/money'] as const

export const addPackage = endpoint({
  method: 'POST',
  path: '/api/catalogue/packages',
  changes,
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Add a package of tests that can be booked.',
  body: z.strictObject({
    code: line('Code', 12).refine(
      (code) => /^[A-Z0-9][A-Z0-9-]+$/.test(code),
      'A code is 2 to 12 capital letters, digits and hyphens, for example ANC',
    ),
    ...packageFields,
  }),
  responses: { 201: done },
  errors: [],
})

export const changePackage = endpoint({
  method: 'PUT',
  path: '/api/catalogue/packages/:code',
  changes,
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Change a package, for visits that are booked from now on.',
  params: z.strictObject({ code: requiredLine('Code', 60) }),
  body: z.strictObject({ ...packageFields, version: revision('Send the version that was last read') }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})
