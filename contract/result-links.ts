import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, id, idParams, line, phone, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'
import { embeddedFile, reportContent } from './reports.ts'

/** Links and collection slips that open the report of a visit to people without an account. */

/** How long a link opens, in days, and after how many wrong answers in a row it is locked. */
export const resultLinkDays = 30
export const mostTries = 5

export const resultLinkWays = { sms: 'SMS', whatsapp: 'WhatsApp', slip: 'Collection slip' } as const
export type ResultLinkWay = keyof typeof resultLinkWays

/** A4, or the roll of a receipt printer, 80 mm wide. */
export const slipPapers = ['thermal', 'a4'] as const

const resultLink = z.object({
  id: z.string(),
  way: z.enum(keysOf(resultLinkWays)),
  /** Empty for a slip. */
  sentTo: z.string(),
  /** Locked: too many wrong answers. Ended: by staff, or replaced by a later one. */
  state: z.enum(['open', 'locked', 'expired', 'ended']),
  /** Null: sent automatically at the release. */
  by: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  opened: z.number().int(),
  lastOpenedAt: timestamp.nullable(),
})
export type ResultLink = z.output<typeof resultLink>

const path = '/api/labtest/appointment/:id/result-links'

export const listResultLinks = endpoint({
  method: 'GET',
  path,
  access: staffRoles,
  summary:
    'The links and slips of a visit that open its report to people without an account, latest first, and why one cannot be given.',
  params: idParams,
  responses: {
    200: z.object({
      links: z.array(resultLink),
      /** The phone number of the visit, as it is dialled; empty if it has none that can be. */
      phone: z.string(),
      whyNotSms: z.string().nullable(),
      whyNotLink: z.string().nullable(),
      whyNotSlip: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
})

export const giveResultLink = endpoint({
  method: 'POST',
  path,
  changes: [path],
  access: staffRoles,
  summary:
    'Give a link to the report of a visit: sent by SMS, or as a text for WhatsApp. It ends the earlier link. Its secret is in the message and in this answer, and nowhere else.',
  params: idParams,
  body: z.strictObject({ way: z.enum(['sms', 'whatsapp'], { error: 'Choose SMS or WhatsApp' }), phone }),
  responses: {
    201: z.object({
      link: resultLink,
      /** The address that opens WhatsApp with the text; null for an SMS. */
      whatsapp: z.string().nullable(),
    }),
  },
  errors: ['not_found', 'not_possible_now', 'too_many_requests'],
})

export const printResultSlip = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/result-slip.pdf',
  changes: [path],
  access: staffRoles,
  summary:
    'A collection slip with a QR code and a code, which open the report of a visit once it is released. It ends the earlier slip.',
  params: idParams,
  body: z.strictObject({ paper: z.enum(slipPapers, { error: 'Choose a paper' }) }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const endResultLink = endpoint({
  method: 'DELETE',
  path: `${path}/:linkId`,
  changes: [path],
  access: staffRoles,
  summary: 'End a link or slip at once.',
  params: z.strictObject({ id, linkId: id }),
  responses: { 200: done },
  errors: ['not_found'],
})

/** The token is in the body, since proxies and servers log URLs. */
const token = line('Token', 200)

export const askResultLink = endpoint({
  method: 'POST',
  path: '/api/result/ask',
  access: 'public',
  summary:
    'What a link asks for before it opens. Wrong, expired and ended links are answered alike. Contains nothing of the patient.',
  body: z.strictObject({ token }),
  responses: {
    200: z.object({
      /** Whether it opens with the date of birth, and with the code of the slip. */
      birth: z.boolean(),
      code: z.boolean(),
      triesLeft: z.number().int(),
      laboratory: z.object({ name: z.string(), phone: z.string() }),
    }),
  },
  errors: ['not_found', 'too_many_requests'],
})

/** The answer to what the link asks for: one of the two. */
const answer = { token, birth: day.optional(), code: line('Code', 40).optional() }
const isOne = ({ birth, code }: { birth?: string | undefined; code?: string | undefined }) =>
  (birth === undefined) !== (code === undefined)
const oneAnswer = { path: ['birth'], message: 'Enter the date of birth, or the code of the slip' }

export const openResultLink = endpoint({
  method: 'POST',
  path: '/api/result',
  access: 'public',
  summary:
    'The latest report behind a link. After five wrong answers in a row the link is locked until the desk gives a new one.',
  body: z.strictObject(answer).refine(isOne, oneAnswer),
  responses: {
    200: z.object({
      /** `waiting`: nothing is released yet. `withdrawn`: all results were withdrawn; none is shown. */
      state: z.enum(['waiting', 'withdrawn', 'unpaid', 'ready']),
      report: reportContent.nullable(),
      expiresAt: timestamp,
    }),
  },
  errors: ['not_found', 'code_invalid', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const downloadResultLink = endpoint({
  method: 'POST',
  path: '/api/result/report.pdf',
  access: 'public',
  summary: 'The latest report behind a link as a PDF. With `file`, a PDF that is embedded in it.',
  body: z.strictObject({ ...answer, file: embeddedFile }).refine(isOne, oneAnswer),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found', 'code_invalid', 'not_possible_now', 'too_many_requests', 'busy'],
})
