import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const fastingTime = endpoint({
  method: 'GET',
  path: '/api/fasting',
  access: 'public',
  summary: 'The hours of fasting before a visit with a test that needs fasting, as set for the reminders.',
  responses: { 200: z.object({ hours: z.number().int() }) },
  errors: [],
})
