import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, line, timestamp } from './fields.ts'
import { embeddedFile, reportContent } from './reports.ts'

/** How long a link may show a report. */
export const shareDays = [1, 7, 30] as const

const share = z.object({
  id: z.string(),
  state: z.enum(['open', 'expired', 'revoked']),
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
  summary: "Make a link to a visit's results. Its secret is in this answer and nowhere else.",
  params: idParams,
  body: z.strictObject({
    days: z.union(
      shareDays.map((days) => z.literal(days)),
      { error: `Choose ${shareDays.join(', ')} days` },
    ),
  }),
  responses: { 201: z.object({ share, link: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'too_many_requests'],
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
