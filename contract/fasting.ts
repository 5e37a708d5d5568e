import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const fastingTime = endpoint({
  method: 'GET',
  path: '/api/fasting',
  access: 'public',
  summary:
    'How long one eats nothing before a visit with a test that needs fasting, as the reminders count it.',
  responses: { 200: z.object({ hours: z.number().int() }) },
  errors: [],
})
