import { z } from 'zod'
import { appointmentTasks } from './booking.ts'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { day, givenPassword, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'

/** What is brought in from another system, and what is taken out. */

export const importKinds = ['patients', 'appointments'] as const
export type ImportKind = (typeof importKinds)[number]

/** Bytes, rows below the header, and columns. */
export const largestImport = 10_485_760
export const mostImportRows = 20_000
export const mostImportColumns = 200

/**
 * The columns of a file: what each is called on screens, and by which headers it is known (small letters and digits only).
 * One of several with the same `oneOf` is enough.
 */
export type ImportField = { name: string; label: string; known: readonly string[]; required: boolean }
const field = (name: string, label: string, known: string, required = false): ImportField => ({
  name,
  label,
  known: known.split(' '),
  required,
})
const externalId = (extra: string) => field('externalId', 'Number', `number id externalid no nr ${extra}`)
const person = [
  field('fullName', 'Full name', 'fullname name patient patientname nameofpatient', true),
  field('email', 'Email', 'email emailaddress mail'),
  field('phone', 'Phone', 'phone phonenumber mobile mobilenumber telephone tel contact contactnumber cell'),
]
/** Together they stand for a full name that has no column. */
const nameParts = [
  field(
    'givenNames',
    'Given names',
    'givennames givenname firstname firstnames forename forenames othernames',
  ),
  field('familyName', 'Family name', 'familyname surname lastname'),
]
const age = field('age', 'Age', 'age ageinyears years')
const birthDate = field('birthDate', 'Birth date', 'birthdate dateofbirth dob birthday born')
const gender = (required: boolean) => field('gender', 'Gender', 'gender sex', required)

export const importFields = {
  patients: [
    externalId('patientid patientno patientnumber mrn folder folderno'),
    ...person,
    gender(false),
    birthDate,
    age,
    field(
      'identifiers',
      'Other numbers',
      'othernumbers identifiers identifier nationalid ghanacard insurance nhis',
    ),
    field('language', 'Language', 'language languages'),
    field('note', 'Note', 'note notes remark remarks comment comments'),
    ...nameParts,
    field('birthPrecision', 'Birth precision', 'birthprecision birthdateprecision dobprecision'),
  ],
  appointments: [
    externalId('appointmentid appointmentno visitid visitno bookingid reference orderno'),
    ...person,
    age,
    birthDate,
    gender(true),
    field('tests', 'Tests', 'tests test testtype testcode testcodes investigations requests', true),
    field('site', 'Site', 'site branch location laboratory'),
    field('date', 'Date', 'date day scheduleddate appointmentdate visitdate', true),
    field('time', 'Time', 'time scheduletime scheduledtime appointmenttime start starttime', true),
    field('priority', 'Priority', 'priority urgency'),
    field('state', 'State', 'state status appointmentstatus'),
    field('patientNumber', 'Patient number', 'patientid patientno patientnumber mrn folder folderno'),
    ...nameParts,
  ],
} as const satisfies Readonly<Record<ImportKind, readonly ImportField[]>>

/**
 * Required fields that no column is for. An appointment needs an age or a birth date; a patient an e-mail address, with which
 * there is an account, or a gender, with which there is a record.
 */
export function missingFields(kind: ImportKind, matched: readonly (number | null)[]): ImportField[] {
  const fields: readonly ImportField[] = importFields[kind]
  const has = (name: string) => matched[fields.findIndex((field) => field.name === name)] != null
  return fields.filter(
    ({ name, required }) =>
      (required && !has(name) && !(name === 'fullName' && has('givenNames') && has('familyName'))) ||
      (kind === 'patients' && name === 'email' && !has('email') && !has('gender')) ||
      (kind === 'appointments' && name === 'age' && !has('age') && !has('birthDate')),
  )
}

/** What becomes of a row. `skipped` is left out and says why; one `error` keeps the whole file out. */
export const importOutcomes = ['new', 'changed', 'same', 'skipped', 'error'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

const coded = (what: string, most: number) =>
  z
    .string({ error: what })
    .max(most, what)
    .regex(/^[\x21-\x7e]*$/, `${what} (encodeURIComponent)`)

const about = {
  /** The system that the file comes from, percent-encoded; its numbers are told apart from those of others. */
  'x-source': coded('Name the system that the file comes from', 600).optional(),
  /** The column of each field, from 0, in the order of `importFields`; empty for none. Without it headers decide. */
  'x-columns': z
    .string()
    .regex(/^(\d{1,3})?(,(\d{1,3})?)*$/, 'Give the numbers of columns')
    .max(200)
    .optional(),
  /** Whether patients are told by e-mail of what is booked or moved for them. */
  'x-tell': z.enum(['yes', 'no']).optional(),
}

const kindParams = z.strictObject({ kind: z.enum(importKinds) })

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/transfer/import/:kind/preview',
  access: staffRoles,
  permission: 'transfer',
  summary: `What a CSV file of up to ${mostImportRows} rows, ${mostImportColumns} columns and 10 MB would do. Nothing is written.`,
  params: kindParams,
  headers: z.object(about),
  file: { most: largestImport },
  responses: {
    200: z.object({
      /** Send it along to have exactly this applied. */
      token: z.string(),
      encoding: z.enum(['UTF-8', 'Windows-1252']),
      delimiter: z.enum([',', ';', '\t']),
      columns: z.array(z.object({ name: z.string(), example: z.string() })),
      /** The column of each field, in the order of `importFields`. */
      matched: z.array(z.number().int().nullable()),
      totals: z.object({
        rows: z.number().int(),
        new: z.number().int(),
        changed: z.number().int(),
        same: z.number().int(),
        skipped: z.number().int(),
        error: z.number().int(),
      }),
      /** Everything that keeps the file out; `row` counts lines of the file as a spreadsheet does. */
      problems: z.array(z.object({ row: z.number().int(), field: z.string(), message: z.string() })),
      /** The first rows of each outcome. */
      rows: z.array(
        z.object({
          row: z.number().int(),
          outcome: z.enum(importOutcomes),
          name: z.string(),
          note: z.string(),
        }),
      ),
      whyNotApply: z.string().nullable(),
    }),
  },
  errors: ['too_large', 'busy'],
})
export type ImportPreview = ResponseOf<typeof previewImport>

export const applyImport = endpoint({
  method: 'POST',
  path: '/api/transfer/import/:kind/apply',
  access: staffRoles,
  permission: 'transfer',
  summary: 'Apply a file as it was previewed, all of it or nothing.',
  params: kindParams,
  headers: z.object({
    ...about,
    'x-token': z.string({ error: 'Preview the file first' }).max(100),
    'x-file-name': coded('Name the file', 2000),
  }),
  file: { most: largestImport },
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['too_large', 'changed_meanwhile', 'not_possible_now', 'busy'],
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/transfer/imports',
  access: staffRoles,
  permission: 'transfer',
  summary: 'The latest hundred files that were brought in, latest first.',
  responses: {
    200: z.object({
      imports: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(importKinds),
          source: z.string(),
          fileName: z.string(),
          rows: z.number().int(),
          added: z.number().int(),
          changed: z.number().int(),
          by: z.string(),
          at: timestamp,
        }),
      ),
    }),
  },
  errors: [],
})

export const exportLaboratory = endpoint({
  method: 'POST',
  path: '/api/transfer/export',
  access: staffRoles,
  permission: 'transfer',
  summary:
    'Everything that the laboratory owns, as a ZIP of CSV files and reports, in one state of the database.',
  body: z
    .strictObject({
      /** Asked for again; whoever signs in through an issuer only has none. */
      currentPassword: givenPassword.optional(),
      /** Visits that begin, and other things that happened, on these days; all without. */
      from: day.optional(),
      to: day.optional(),
      /** With the reports as PDF files and the files attached to tasks. */
      files: z.boolean().default(true),
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      path: ['to'],
      message: 'The last day lies before the first',
    }),
  /** The ZIP file, as it is written. */
  responses: { 200: z.unknown() },
  errors: ['wrong_credentials', 'busy', 'too_many_requests'],
})

export const exportAppointments = endpoint({
  method: 'GET',
  path: '/api/transfer/appointments.csv',
  access: staffRoles,
  permission: 'transfer',
  summary: 'The list of appointments as it is filtered, all of its pages, as a CSV file.',
  query: appointmentTasks.query.omit({ limit: true, cursor: true, pages: true }),
  /** The file, as it is written. */
  responses: { 200: z.unknown() },
  errors: ['too_many_requests'],
})
