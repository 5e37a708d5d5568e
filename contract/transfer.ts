import { z } from 'zod'
import { appointmentTasks } from './booking.ts'
import { everyRead } from './changes.ts'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { day, done, givenPassword, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'

/** Import from another system, and export. */

export const importKinds = ['patients', 'appointments'] as const
export type ImportKind = (typeof importKinds)[number]

/** Bytes, rows below the header, and columns. */
export const largestImport = 10_485_760
export const mostImportRows = 20_000
export const mostImportColumns = 200

/**
 * The columns of an import: their labels, and the headers that are recognised (normalised to lower-case letters and digits).
 * Of several columns with the same `oneOf` one is sufficient.
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
/** These parts replace a column for the full name. */
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
 * Required fields without a column. An appointment needs an age or a date of birth. A patient needs an e-mail address, to
 * create an account, or a gender, to create a record.
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

/** The outcome of a row. `skipped` rows are left out with a reason; one `error` refuses the whole file. */
export const importOutcomes = ['new', 'changed', 'same', 'skipped', 'error'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

const coded = (what: string, most: number) =>
  z
    .string({ error: what })
    .max(most, what)
    .regex(/^[\x21-\x7e]*$/, `${what} (encodeURIComponent)`)

const about = {
  /** The source system of the file, percent-encoded. Its numbers are a namespace of their own. */
  'x-source': coded('Name the system that the file comes from', 600).optional(),
  /** Zero-based column of each field, in the order of `importFields`; empty for none. If omitted, headers decide. */
  'x-columns': z
    .string()
    .regex(/^(\d{1,3})?(,(\d{1,3})?)*$/, 'Give the numbers of columns')
    .max(200)
    .optional(),
  /** Whether patients get an e-mail for imported and moved appointments. */
  'x-tell': z.enum(['yes', 'no']).optional(),
}

const kindParams = z.strictObject({ kind: z.enum(importKinds) })

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/transfer/import/:kind/preview',
  access: staffRoles,
  permission: 'transfer',
  summary: `Preview the import of a CSV file of up to ${mostImportRows} rows, ${mostImportColumns} columns and 10 MB. Nothing is written.`,
  params: kindParams,
  headers: z.object(about),
  file: { most: largestImport },
  responses: {
    200: z.object({
      /** Sent with the application, so that exactly this preview is applied. */
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
      /** All errors that refuse the file; `row` counts lines as a spreadsheet does. */
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
  changes: everyRead,
  access: staffRoles,
  permission: 'transfer',
  summary: 'Import a file as previewed, all of it or nothing.',
  params: kindParams,
  headers: z.object({
    ...about,
    'x-token': z.string({ error: 'Preview the file first' }).max(100),
    'x-file-name': coded('Name the file', 2000),
  }),
  file: { most: largestImport },
  responses: { 200: done },
  errors: ['too_large', 'changed_meanwhile', 'not_possible_now', 'busy'],
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/transfer/imports',
  access: staffRoles,
  permission: 'transfer',
  summary: 'The last hundred imports, latest first.',
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
      /** The caller’s password; not needed within five minutes of `confirmByPasskey`, nor just after a log-in by people without one. */
      currentPassword: givenPassword.optional(),
      /** Only visits that begin on these days, and other events of these days; if omitted, everything. */
      from: day.optional(),
      to: day.optional(),
      /** Whether to include the reports as PDF files and the files attached to tasks. */
      files: z.boolean().default(true),
    })
    .refine(({ from, to }) => !from || !to || from <= to, {
      path: ['to'],
      message: 'The last day must not be before the first day',
    }),
  /** The ZIP file, as a stream. */
  responses: { 200: z.unknown() },
  errors: ['wrong_credentials', 'busy', 'too_many_requests'],
})

export const exportAppointments = endpoint({
  method: 'GET',
  path: '/api/transfer/appointments.csv',
  access: staffRoles,
  permission: 'transfer',
  summary: 'The filtered list of appointments, all pages, as a CSV file.',
  query: appointmentTasks.query.omit({ limit: true, cursor: true, pages: true }),
  /** The CSV file, as a stream. */
  responses: { 200: z.unknown() },
  errors: ['too_many_requests'],
})
