import { z } from 'zod'

/** Field schemas that several calls share. Texts are normalised to NFC and trimmed; control characters are refused. */

// PostgreSQL cannot store half a surrogate pair (Cs). Separators of lines (Zl, Zp) break lines in unexpected places,
// and bidi controls make a name look different from the stored one.
const controlCharacter = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
/** Characters that are refused in texts of several lines, which may contain line breaks and tabs. */
export const controlExceptLines = /[^\P{Cc}\n\r\t]|[\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** One line of text, counted in code points. */
export function line(name: string, most: number) {
  return z
    .string({
      error: (issue) => (issue.input === undefined ? `${name} is required` : `${name} must be text`),
    })
    .refine(
      (text) => text.length <= most * 2 && [...text].length <= most,
      `${name} can be at most ${most} characters`,
    )
    .refine((text) => !controlCharacter.test(text), `${name} contains a character that cannot be printed`)
    .transform((text) => text.normalize('NFC').trim())
}

export function requiredLine(name: string, most: number) {
  return line(name, most).refine((text) => text !== '', `${name} is required`)
}

export function paragraph(name: string, most: number) {
  return z
    .string({
      error: (issue) => (issue.input === undefined ? `${name} is required` : `${name} must be text`),
    })
    .refine((text) => text.length <= most, `${name} can be at most ${most} characters`)
    .refine((text) => !controlExceptLines.test(text), `${name} contains a character that cannot be printed`)
    .transform((text) => text.normalize('NFC').trim())
}

/** Condition on a list: no two of its rows have the same value of `key`. */
export const noneTwice =
  <Key extends string>(key: Key) =>
  (rows: readonly Record<Key, unknown>[]): boolean =>
    new Set(rows.map((row) => row[key])).size === rows.length

/** The number on a tube. */
export const sampleNumber = z.string().regex(/^\d{14}$/, 'The number of a sample has 14 digits')

/** Unfinished input of a draft, neither trimmed nor normalised. */
export const typedText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !controlExceptLines.test(text), 'This contains a character that cannot be kept')

export const fullName = requiredLine('Full name', 200)

const emailForm = z.email('Enter an e-mail address like name@example.com')
/** Stored as typed, compared case-insensitively. */
export const email = requiredLine('Email', 254).pipe(emailForm)
export const optionalEmail = line('Email', 254).pipe(z.union([z.literal(''), emailForm]))

const phoneForm = /^\+?[0-9][0-9 ().-]{5,24}$/
const isPhone = (text: string) => {
  const digits = text.replace(/\D/g, '').length
  return phoneForm.test(text) && digits >= 7 && digits <= 15
}
const phoneRule = 'Enter a phone number with 7 to 15 digits, for example +233 24 123 4567'
export const phone = requiredLine('Phone number', 40).refine(
  (text) => text === '' || isPhone(text),
  phoneRule,
)
export const optionalPhone = line('Phone number', 40).refine(
  (text) => text === '' || isPhone(text),
  phoneRule,
)

/** 8 to 128 characters of any kind. The server also refuses common passwords. */
export const newPassword = z
  .string({
    error: (issue) => (issue.input === undefined ? 'Password is required' : 'Password must be text'),
  })
  .refine((text) => [...text].length >= 8, 'Use at least 8 characters')
  .refine((text) => text.length <= 512 && [...text].length <= 128, 'Use at most 128 characters')

/** A password that is only verified: no rule but a maximum length, so that old passwords keep working. */
export const givenPassword = z
  .string({
    error: (issue) => (issue.input === undefined ? 'Password is required' : 'Password must be text'),
  })
  .min(1, 'Password is required')
  .max(512, 'Password is too long')

export const id = z.uuid('This id is not one of ours')
export const idParams = z.strictObject({ id })

/** An idempotency key: a retry with the same key is carried out once. */
export const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'Use printable ASCII characters')
    .optional(),
})

const calendarDay = /^(\d{4})-(\d{2})-(\d{2})$/
/** True for a day that exists in the Gregorian calendar (2026-02-30 does not). */
export function isCalendarDay(text: string): boolean {
  const parts = calendarDay.exec(text)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return (
    year >= 1900 && year <= 9998 && month >= 1 && month <= 12 && day >= 1 && day <= (days[month - 1] ?? 0)
  )
}

/**
 * A local day at the site, `YYYY-MM-DD`. `abort` stops here: otherwise the rules of the enclosing object, which calculate
 * with days, would run on an invalid day.
 */
export const day = z
  .string({ error: 'Date is required' })
  .refine(isCalendarDay, { abort: true, error: 'This date does not exist' })

/** A local time, `HH:mm`. `missing`: the error if there is none. */
export const clockTime = (error: string, missing = error) =>
  z.string({ error: missing }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, error)

/** A calendar month, `YYYY-MM`. */
export const month = z
  .string({ error: 'Choose a month' })
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month like 2026-03')

/** An instant, ISO 8601 with an offset or Z. */
export const instant = z.iso
  .datetime({ offset: true, abort: true, error: 'Give a date and time like 2026-03-09T08:30:00Z' })
  .refine((text) => isCalendarDay(text.slice(0, 10)), { abort: true, error: 'This date does not exist' })

/**
 * An instant in an answer, ISO 8601 in UTC. The server may return it as the database does: a `Date`, or a string inside
 * a JSON value.
 */
export const timestamp = z
  .union([z.date(), z.string()])
  .transform((at) => new Date(at).toISOString())
  .pipe(z.string().meta({ format: 'date-time' }))

/** Page size and opaque cursor. Lists use keyset pagination, so that all pages cost the same. */
export const page = {
  limit: z.coerce.number({ error: 'limit must be a number' }).int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
}

/**
 * The answer of a list with pages: the rows of the page, and the cursor of the next page, or null. Three lists have other
 * names for historical reasons (decision 0056).
 */
export const pageOf = <Row extends z.ZodType>(row: Row) => ({
  rows: z.array(row),
  nextCursor: z.string().nullable(),
})

/** A count that is exact up to the counting limit of the list, at most 10,000, and shown as "10,000+" beyond (`exact: false`). */
export const total = z.object({ count: z.number().int(), exact: z.boolean() })
export type Total = z.output<typeof total>

/** A version number that fits the integer type of the database and can be incremented. */
export const revision = (error = 'This must be the number of a version') =>
  z.number({ error }).int(error).min(0, error).max(2_147_483_646, error)

export const done = z.object({ message: z.string() })
export const nothing = z.null()
