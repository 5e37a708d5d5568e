import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readInsights } from './insights.ts'
import { staffRoles } from './options.ts'

/** The figures as CSV and PDF files, and the monthly e-mail. */

export const insightCsv = endpoint({
  method: 'GET',
  path: '/api/insights/csv',
  access: staffRoles,
  permission: 'insights',
  summary: 'The same figures as a CSV file, a line for each.',
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
  summary: 'The same figures as a report to be printed or kept.',
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
  summary: 'Whether the signed-in person is sent the figures of each month.',
  responses: { 200: z.object({ monthly: z.boolean() }) },
  errors: [],
})

export const saveInsightMail = endpoint({
  method: 'PUT',
  path: '/api/insights/mail',
  access: staffRoles,
  permission: 'insights',
  summary: 'Be sent the report of each month on the first morning of the next, or no more.',
  body: z.strictObject({ monthly: z.boolean() }),
  responses: { 200: z.object({ monthly: z.boolean() }) },
  errors: [],
})
