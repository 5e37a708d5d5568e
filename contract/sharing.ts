import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, line, timestamp } from './fields.ts'
import { embeddedFile, reportContent } from './reports.ts'

/** How long a link may show a report. */
export const shareDays = [1, 7, 30] as const

/** `page`: a page for people. `smart`: a SMART Health Link, for the programs of those who treat the patient. */
export const shareKinds = ['page', 'smart'] as const
/** After so many wrong passcodes in its whole life, a link is locked. */
export const mostWrongPasscodes = 5
export const leastPasscode = 6
const passcodeForm = `The passcode has ${leastPasscode} to 64 characters`

const share = z.object({
  id: z.string(),
  kind: z.enum(shareKinds),
  /** Locked: too many wrong passcodes. */
  state: z.enum(['open', 'locked', 'expired', 'revoked']),
  hasPasscode: z.boolean(),
  /** The names that programs gave when they opened it, the latest first. */
  recipients: z.array(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
  opened: z.number().int(),
  lastOpenedAt: timestamp.nullable(),
  /** The link was last opened before the results were corrected or withdrawn. */
  openedBeforeCorrection: z.boolean(),
})
export type Share = z.output<typeof share>

export const listShares = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/share',
  access: ['user'],
  summary: "The links to a visit's results, newest first, with how often each was opened.",
  params: idParams,
  responses: { 200: z.array(share) },
  errors: ['not_found'],
})

export const shareReport = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/share',
  changes: ['/api/labtest/appointment/:id/share'],
  access: ['user'],
  summary:
    "Make a link to a visit's results: a page, or a SMART Health Link, optionally with a passcode. Its secret is in this answer and nowhere else.",
  params: idParams,
  body: z
    .strictObject({
      days: z.union(
        shareDays.map((days) => z.literal(days)),
        { error: `Choose ${shareDays.join(', ')} days` },
      ),
      kind: z.enum(shareKinds, { error: 'Choose who opens the link' }).default('page'),
      passcode: z
        .string({ error: passcodeForm })
        .min(leastPasscode, passcodeForm)
        .max(64, passcodeForm)
        .optional(),
    })
    .refine(({ kind, passcode }) => kind === 'smart' || passcode === undefined, {
      path: ['passcode'],
      message: 'Only a SMART Health Link has a passcode',
    }),
  /** `link`: an address, or `shlink:/` and the payload. */
  responses: { 201: z.object({ share, link: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'too_many_requests', 'busy'],
})

export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/labtest/appointment/:id/share/:shareId',
  changes: ['/api/labtest/appointment/:id/share'],
  access: ['user'],
  summary: 'Revoke a link at once.',
  params: z.strictObject({ id, shareId: id }),
  responses: { 200: done },
  errors: ['not_found'],
})

/** The token is in the body, since proxies and servers log URLs. */
const token = line('Token', 200)

export const openShare = endpoint({
  method: 'POST',
  path: '/api/shared',
  access: 'public',
  summary: 'The latest report behind a link. Wrong, expired and revoked links are answered alike.',
  body: z.strictObject({ token }),
  responses: { 200: z.object({ report: reportContent, expiresAt: timestamp }) },
  errors: ['not_found', 'too_many_requests'],
})

export const downloadShare = endpoint({
  method: 'POST',
  path: '/api/shared/report.pdf',
  access: 'public',
  summary: 'The latest report behind a link as a PDF. With `file`, a PDF that is embedded in it.',
  body: z.strictObject({ token, file: embeddedFile }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found', 'too_many_requests'],
})
