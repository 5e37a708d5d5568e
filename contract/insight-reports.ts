import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readInsights } from './insights.ts'
import { staffRoles } from './options.ts'

/** The figures as CSV and PDF files, and the monthly e-mail. */

export const insightCsv = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/insights/csv',
  access: staffRoles,
  permission: 'insights',
  summary: 'The figures of a period as a CSV file, a row for each figure.',
  query: readInsights.query,
  /** The CSV file. */
  responses: { 200: z.string() },
  errors: [],
})

export const insightReport = endpoint({
  method: 'GET',
  path: '/api/insights/report.pdf',
  access: staffRoles,
  permission: 'insights',
  summary: 'The figures of a period as a PDF report.',
  query: readInsights.query,
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['too_many_requests'],
})

export const readInsightMail = endpoint({
  method: 'GET',
  path: '/api/insights/mail',
  access: staffRoles,
  permission: 'insights',
  summary: 'Whether the signed-in person is subscribed to the monthly report.',
  responses: { 200: z.object({ monthly: z.boolean() }) },
  errors: [],
})

export const saveInsightMail = endpoint({
  method: 'PUT',
  path: '/api/insights/mail',
  changes: ['/api/insights/mail'],
  access: staffRoles,
  permission: 'insights',
  summary: 'Subscribe to the monthly report, mailed on the first morning of the next month, or unsubscribe.',
  body: z.strictObject({ monthly: z.boolean() }),
  responses: { 200: z.object({ monthly: z.boolean() }) },
  errors: [],
})
