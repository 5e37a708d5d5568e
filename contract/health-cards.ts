import { z } from 'zod'
import { readCardParts } from './card-parts.ts'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'
import { flags } from './results.ts'

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

const cardText = z
  .string('Send the card as text')
  .min(1, 'Send the card')
  .max(60_000, 'This is longer than a card')
  .superRefine((text, context) => {
    const problem = problemOf(text)
    if (problem !== null) context.addIssue({ code: 'custom', message: problem })
  })

function problemOf(text: string): string | null {
  const parts = readCardParts(text)
  switch (parts?.state) {
    case 'broken':
      return 'Copy the whole text: shc:/ and the digits after it'
    case 'mixed':
      return 'These are codes of different cards: send those of one card'
    case 'incomplete':
      return `The card has ${parts.count} codes. Missing: ${parts.missing.join(', ')}`
    default:
      return null
  }
}

const cardValue = z.object({
  /** The code in the catalogue; null: the catalogue does not have it. */
  code: z.string().nullable(),
  /** The name in the catalogue, otherwise the code on the card. */
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  range: z.string(),
  flag: z.enum(flags),
  takenAt: timestamp.nullable(),
  isPreliminary: z.boolean(),
})

export const checkHealthCard = endpoint({
  method: 'POST',
  path: '/api/health-cards/check',
  access: 'public',
  summary:
    'Whether a SMART Health Card was signed by this laboratory, whether its results were corrected or withdrawn since, and what it says. The card is neither kept nor logged.',
  body: z.strictObject({
    /** The content of the file, the text of the QR codes in any order, or the signed text itself. */
    card: cardText,
  }),
  responses: {
    200: z.object({
      /** `replaced`: a later report corrects results of the card. `foreign`: the card was changed, or somebody else signed it. */
      state: z.enum(['valid', 'replaced', 'withdrawn', 'foreign']),
      /** Null for a card that the laboratory has not signed, or has no record of. */
      says: z
        .object({
          madeAt: timestamp,
          timeZone: z.string(),
          fullName: z.string(),
          birthDate: z.string().nullable(),
          /** Empty unless the card is valid. */
          values: z.array(cardValue),
        })
        .nullable(),
    }),
  },
  errors: ['too_many_requests'],
})
