import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, idParams, line, page, pageOf, paragraph, timestamp } from './fields.ts'
import { foundPerson } from './found-person.ts'
import { staffRoles } from './options.ts'
import { reportContent } from './reports.ts'

/**
 * Emergency access: staff read released reports of a person that they cannot open otherwise, because of the site or because the tests
 * are confidential. It needs a reason and ends after an hour. The managers are told, and the patient sees it.
 */

/** Minutes. */
export const emergencyMinutes = 60

export const openInEmergency = endpoint({
  method: 'POST',
  path: '/api/emergency',
  access: staffRoles,
  summary:
    'Opens the released reports of a person for an hour, wherever they were made. Managers are told, and the patient sees who opened them and why.',
  body: z.strictObject({
    personNumber: line('Person number', 40),
    /** Together with the number, so that nobody opens a record by a number that was typed wrong. */
    birthDate: day,
    reason: paragraph('Reason', 500).refine((words) => words.length >= 10, {
      error: 'Say in a few words why the results are needed now',
    }),
    /** Whether the reports of confidential tests are needed as well. */
    confidential: z.boolean().default(false),
  }),
  responses: { 201: z.object({ message: z.string(), id }) },
  errors: ['too_many_requests'],
  changes: ['/api/emergency'],
})

const report = z.object({
  visitId: z.string(),
  reference: z.string(),
  site: z.string(),
  timeZone: z.string(),
  at: timestamp,
  confidential: z.boolean(),
  content: reportContent,
})

export const readInEmergency = endpoint({
  method: 'GET',
  path: '/api/emergency/:id',
  access: staffRoles,
  summary:
    'The person and their latest 50 released reports, newest first: for the member of staff who opened them, within the hour.',
  params: idParams,
  responses: {
    200: z.object({
      until: timestamp,
      reason: z.string(),
      confidential: z.boolean(),
      person: foundPerson.pick({ number: true, fullName: true, sex: true, birth: true, age: true }),
      reports: z.array(report),
    }),
  },
  errors: ['not_found'],
})

export const listEmergencies = endpoint({
  method: 'GET',
  path: '/api/emergency',
  access: ['admin'],
  summary: 'Which records were opened in an emergency, by whom and why, latest first.',
  query: z.strictObject({ ...page }),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          id: z.string(),
          at: timestamp,
          by: z.string(),
          person: z.object({ id: z.string(), number: z.string(), fullName: z.string() }),
          reason: z.string(),
          confidential: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
})
