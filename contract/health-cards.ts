import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'

/** SMART Health Cards: signed values of a report that a patient keeps in a wallet and shows to others. */

export const makeHealthCard = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/health-card',
  access: ['user'],
  summary:
    'Make a SMART Health Card of the latest report of a visit. The card is in this answer and nowhere else.',
  params: idParams,
  responses: {
    201: z.object({
      /** The content of a file `.smart-health-card`. */
      file: z.string(),
      /** The card as a QR code in SVG; null: it is too long for one. */
      qr: z.string().nullable(),
    }),
  },
  errors: ['not_found', 'not_possible_now', 'too_many_requests'],
})

export const checkHealthCard = endpoint({
  method: 'POST',
  path: '/api/health-cards/check',
  access: 'public',
  summary:
    'Whether a SMART Health Card was signed by this laboratory, and whether its results were corrected or withdrawn since.',
  body: z.strictObject({
    /** The content of the file, the text of the QR code, or the signed text itself. */
    card: z.string('Send the card as text').min(1, 'Send the card').max(60_000, 'This is longer than a card'),
  }),
  responses: { 200: z.object({ state: z.enum(['valid', 'revoked']), madeAt: timestamp }) },
  errors: ['too_many_requests'],
})
