import { z } from 'zod'
import { settingsReads } from './changes.ts'
import { endpoint, type ResponseOf } from './endpoint.ts'
import {
  clockTime,
  done,
  email,
  id,
  idParams,
  line,
  paragraph,
  requiredLine,
  revision,
  timestamp,
} from './fields.ts'
import { keysOf } from './keys-of.ts'
import { languages, staffRoles } from './options.ts'
import { cellCounts } from './printed-unit.ts'
import { reportPages } from './report-pages.ts'
import { secondFactorPolicies } from './second-factor.ts'
import { weekStarts } from './week-start.ts'

/** Settings of managers: the laboratory, booking rules, sites with their hours and chairs. */

/** The version that the caller has read. A change based on an outdated version is refused. */
export const version = z.string().regex(/^[0-9a-f]{16}$/, 'This version is not one of ours')

const wholeNumber = (name: string, least: number, most: number) =>
  z
    .number({ error: `${name} must be a number` })
    .int(`${name} must be a whole number`)
    .min(least, `${name} must be at least ${least}`)
    .max(most, `${name} can be at most ${most}`)

const phone = requiredLine('Phone number', 40).refine(
  (text) => /^\+?[0-9][0-9 ().-]{5,24}$/.test(text),
  'Enter a phone number with 7 to 15 digits, for example +233 24 123 4567',
)

const laboratory = z.strictObject({
  name: requiredLine('Name', 100),
  address: requiredLine('Address', 300),
  phone,
  email,
  /** The language of messages to people without an account. */
  language: z.enum(languages, { error: 'Choose a language from the list' }),
  weekStart: z.enum(weekStarts, { error: 'Choose a day from the list' }),
})

const booking = z.strictObject({
  /** How many days ahead can be booked. */
  horizonDays: wholeNumber('The horizon', 1, 730),
  /** Minutes before a visit until which its owner may change it. */
  cutOffMinutes: wholeNumber('The cut-off', 0, 10_080),
  holdMinutes: wholeNumber('The time of a hold', 1, 60),
  stepMinutes: wholeNumber('The step', 5, 60),
  /** Minutes for which the chair is kept free after each visit. */
  bufferMinutes: wholeNumber('The buffer', 0, 60),
  /** The limit of overbooked visits at one time for each site. */
  overbookLimit: wholeNumber('The number of extra places', 0, 10),
  /** Age in whole years from which the laboratory is reminded to end the care of a child. */
  majorityAge: wholeNumber('The age of majority', 0, 30),
})

const reports = z.strictObject({
  /** How counts of cells are written, on reports from now on and on every screen. */
  cellCounts: z.enum(keysOf(cellCounts), {
    error: 'Choose how counts of cells are written',
  }),
  page: z.enum(keysOf(reportPages), { error: 'Choose a page' }),
  /** Lines at the head and the foot of each page, and the accreditation. */
  head: line('Head', 160),
  foot: line('Foot', 160),
  accreditation: line('Accreditation', 160),
  /** Sends a link by SMS at the release to patients without an account. */
  sendResultLinks: z.boolean(),
})

const signIn = z.strictObject({
  secondFactor: z.enum(keysOf(secondFactorPolicies), {
    error: 'Choose who must have a second factor',
  }),
})

/** Whether somebody who speaks Twi has checked the texts in it. */
const twi = z.strictObject({ confirmed: z.boolean({ error: 'Say whether the texts are confirmed' }) })

const openingTime = clockTime('Give a time like 08:30')
const closingTime = z
  .string({ error: 'Give a time like 17:00' })
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Give a time like 17:00, or 24:00 for midnight')

const openHours = z
  .strictObject({
    /** 0 = Sunday. */
    weekday: z.number().int().min(0).max(6),
    opens: openingTime,
    closes: closingTime,
  })
  .refine(({ opens, closes }) => opens < closes, {
    path: ['closes'],
    message: 'The laboratory must close after it opens',
  })

/** Several intervals for a weekday are a day with breaks, none is a day on which the site is closed. */
const week = z
  .array(openHours)
  .max(28, 'Give at most four times for a day')
  .superRefine((rows, context) => {
    rows.forEach((row, index) => {
      const other = rows.findIndex(
        (one, at) =>
          at < index && one.weekday === row.weekday && one.opens < row.closes && row.opens < one.closes,
      )
      if (other >= 0) {
        context.addIssue({
          code: 'custom',
          path: [index, 'opens'],
          message: 'These hours overlap others of the same day',
        })
      }
    })
  })

const timeZone = requiredLine('Time zone', 60).refine((zone) => {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '' &&
      /^(UTC|[A-Z]\w+\/)/.test(zone)
    )
  } catch {
    return false
  }
}, 'Give a time zone like Africa/Accra')

const siteName = requiredLine('Name', 80)
const chairName = requiredLine('Name', 40)

const chair = z.object({
  number: z.number().int(),
  name: z.string(),
  active: z.boolean(),
  version: z.string(),
})
export type SettingsChair = z.output<typeof chair>

const site = z.object({
  id: z.string(),
  name: z.string(),
  timeZone: z.string(),
  /** When the site was closed for good; null while it is open. */
  closedAt: z.string().nullable(),
  version: z.string(),
  hours: z.object({
    week: z.array(z.object({ weekday: z.number().int(), opens: z.string(), closes: z.string() })),
    version: z.string(),
  }),
  chairs: z.array(chair),
})
export type SettingsSite = z.output<typeof site>

export const settings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: staffRoles,
  permission: 'configure',
  summary: 'All settings of the laboratory, each part with the version to send back with a change.',
  responses: {
    200: z.object({
      laboratory: laboratory.extend({ version: z.string() }),
      booking: booking.extend({ version: z.string() }),
      reports: reports.extend({ version: z.string() }),
      signIn: signIn.extend({ version: z.string() }),
      /** `by`: the manager who confirmed the texts; null while they are to be checked. */
      twi: twi.extend({
        by: z.object({ name: z.string(), at: timestamp }).nullable(),
        version: z.string(),
      }),
      hasAccreditationMark: z.boolean(),
      /** The URL of the logo; null if there is none. */
      logo: z.string().nullable(),
      sites: z.array(site),
    }),
  },
  errors: [],
})
export type Settings = ResponseOf<typeof settings>

const errors = ['changed_meanwhile'] as const

export const changeLaboratory = endpoint({
  method: 'PUT',
  path: '/api/settings/laboratory',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: "The laboratory's name, address and how it is reached.",
  body: laboratory.extend({ version }),
  responses: { 200: done },
  errors,
})

export const changeBookingRules = endpoint({
  method: 'PUT',
  path: '/api/settings/booking',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Horizon, cut-off, holds, step, buffer and extra places.',
  body: booking.extend({ version }),
  responses: { 200: done },
  errors,
})

export const changeReportSettings = endpoint({
  method: 'PUT',
  path: '/api/settings/reports',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'How reports are given to patients.',
  body: reports.extend({ version }),
  responses: { 200: done },
  errors,
})

export const changeSignIn = endpoint({
  method: 'PUT',
  path: '/api/settings/sign-in',
  changes: settingsReads,
  access: ['admin'],
  permission: 'configure',
  summary:
    'Set who must have a second factor. Affected accounts without a second factor can do nothing but set it up.',
  body: signIn.extend({ version }),
  responses: { 200: done },
  errors,
})

export const confirmTwi = endpoint({
  method: 'PUT',
  path: '/api/settings/twi',
  changes: settingsReads,
  access: ['admin'],
  permission: 'configure',
  summary: 'Confirm that a speaker has checked the texts in Twi, or withdraw the confirmation.',
  body: twi.extend({ version }),
  responses: { 200: done },
  errors,
})

export const previewReport = endpoint({
  method: 'POST',
  path: '/api/settings/reports/preview',
  access: staffRoles,
  permission: 'configure',
  summary: 'A made-up report with these settings, as a PDF. Nothing is saved.',
  body: reports,
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['too_many_requests'],
})

const signatory = z.object({
  accountId: z.string(),
  fullName: z.string(),
  qualification: z.string(),
  licenceNumber: z.string(),
  hasSignature: z.boolean(),
  version: z.number().int(),
})
export type Signatory = z.output<typeof signatory>

export const listSignatories = endpoint({
  method: 'GET',
  path: '/api/settings/signatories',
  access: staffRoles,
  permission: 'configure',
  summary: 'Staff who may release results, with how reports name them.',
  responses: { 200: z.array(signatory) },
  errors: [],
})

export const changeSignatory = endpoint({
  method: 'PUT',
  path: '/api/settings/signatories/:id',
  changes: ['/api/settings/signatories'],
  access: staffRoles,
  permission: 'configure',
  summary: 'How reports from now on name somebody who authorises results.',
  params: idParams,
  body: z.strictObject({
    qualification: line('Qualification', 100),
    licenceNumber: line('Licence number', 60),
    version: revision(),
  }),
  responses: { 200: done },
  errors: ['not_found', ...errors],
})

/** Pictures for reports: PNG or JPEG, printed small. */
export const largestPicture = 204_800
const pictureErrors = ['not_found', 'unsupported_type', 'too_large', 'busy'] as const

export const changeSignature = endpoint({
  method: 'PUT',
  path: '/api/settings/signatories/:id/signature',
  changes: ['/api/settings/signatories'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Set the picture of a signature, a PNG or JPEG of up to 200 kB.',
  params: idParams,
  file: { most: largestPicture },
  responses: { 200: done },
  errors: pictureErrors,
})

export const removeSignature = endpoint({
  method: 'DELETE',
  path: '/api/settings/signatories/:id/signature',
  changes: ['/api/settings/signatories'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Remove the picture of a signature from reports from now on. Issued reports keep it.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found'],
})

export const changeAccreditationMark = endpoint({
  method: 'PUT',
  path: '/api/settings/accreditation-mark',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Set the accreditation mark, a PNG or JPEG of up to 200 kB.',
  file: { most: largestPicture },
  responses: { 200: done },
  errors: pictureErrors,
})

export const removeAccreditationMark = endpoint({
  method: 'DELETE',
  path: '/api/settings/accreditation-mark',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Remove the accreditation mark from reports from now on. Issued reports keep it.',
  responses: { 200: done },
  errors: [],
})

export const addSite = endpoint({
  method: 'POST',
  path: '/api/settings/sites',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Add a site, open every day from 07:00 to 19:00 until its hours are done.',
  body: z.strictObject({ name: siteName, timeZone, chairs: wholeNumber('The number of chairs', 1, 100) }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_possible_now'],
})

export const changeSite = endpoint({
  method: 'PUT',
  path: '/api/settings/sites/:id',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: "Change a site's name and time zone. The zone cannot be done while the site has upcoming visits.",
  params: idParams,
  body: z.strictObject({ name: siteName, timeZone, version }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', ...errors],
})

export const changeHours = endpoint({
  method: 'PUT',
  path: '/api/settings/sites/:id/hours',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Replace the weekly opening hours of a site. Booked visits are kept.',
  params: idParams,
  body: z.strictObject({ week, version }),
  responses: { 200: done },
  errors: ['not_found', ...errors],
})

export const closeSite = endpoint({
  method: 'POST',
  path: '/api/settings/sites/:id/close',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary:
    'Close a site for good: it takes no more bookings, and its history is kept. One site must stay open.',
  params: idParams,
  body: z.strictObject({ reason: paragraph('Reason', 500).optional() }).optional(),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'busy'],
})

export const reopenSite = endpoint({
  method: 'POST',
  path: '/api/settings/sites/:id/open',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Open a site again that was closed for good, with the hours and chairs that it had.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const addChair = endpoint({
  method: 'POST',
  path: '/api/settings/sites/:id/chairs',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Add a chair to a site, in use at once.',
  params: idParams,
  body: z.strictObject({ name: chairName }),
  responses: { 201: done.extend({ number: z.number().int() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const changeChair = endpoint({
  method: 'PUT',
  path: '/api/settings/sites/:id/chairs/:number',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Rename a chair, or take it out of or back into use. Refused while it has upcoming visits.',
  params: z.strictObject({ id, number: z.coerce.number().int().min(1).max(490) }),
  body: z.strictObject({ name: chairName, active: z.boolean(), version }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', ...errors],
})

/** Bytes. */
export const largestLogo = 204_800

export const changeLogo = endpoint({
  method: 'PUT',
  path: '/api/settings/logo',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: "Set the laboratory's logo, a PNG or JPEG of up to 200 kB; the type is read from the content.",
  file: { most: largestLogo },
  responses: { 200: done.extend({ logo: z.string() }) },
  errors: ['unsupported_type', 'too_large', 'busy'],
})

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/api/settings/logo',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Remove the laboratory’s logo.',
  responses: { 200: done },
  errors: [],
})

export const readLogo = endpoint({
  method: 'GET',
  path: '/api/laboratory/logo',
  access: 'public',
  summary: "The laboratory's logo.",
  /** The URL changes with the picture. */
  query: z.strictObject({ v: z.string().max(64).optional() }),
  /** The bytes of the picture. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})
