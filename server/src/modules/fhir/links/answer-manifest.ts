import { createHmac, timingSafeEqual } from 'node:crypto'
import { CompactEncrypt } from 'jose'
import { z } from 'zod'
import { requiredLine } from '#contract/fields.ts'
import {
  findSmartLink,
  openSmartLink,
  type SmartLink,
  smartLinkBase,
} from '#server/modules/laboratory/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { reportBundle } from './report-bundle.ts'

/** Other properties are ignored, as the specification asks for. */
export const manifestRequest = z.object({
  recipient: requiredLine('Recipient', 100),
  passcode: z.string('The passcode is text').max(200, 'The passcode has at most 64 characters').optional(),
  embeddedLengthMax: z
    .int('This is a number of characters')
    .min(0, 'This is a number of characters')
    .optional(),
})

const contentType = 'application/fhir+json'
/** The specification allows an hour. */
const locationLasts = minutes(15)

/**
 * The manifest of a SMART Health Link: one file, in the answer or, if the program wants no answer that long, at an address that works for
 * some minutes. A wrong passcode is answered with the number of attempts that remain.
 */
export async function answerManifest(
  context: Context,
  token: string,
  { recipient, passcode, embeddedLengthMax = Number.POSITIVE_INFINITY }: z.output<typeof manifestRequest>,
) {
  const link = await openSmartLink(context, token, { recipient, passcode })
  if ('remainingAttempts' in link) return link
  const { file, lastUpdated } = await encryptedReport(context, link)
  const about = { contentType, lastUpdated, status: 'can-change', fhirVersion: '4.0.1' }
  if (file.length <= embeddedLengthMax) return { files: [{ ...about, embedded: file }] }
  const until = String(after(context.clock.now(), locationLasts).getTime())
  const at = `${smartLinkBase}/${token}/${until}/${signature(link, until).toString('base64url')}`
  return { files: [{ ...about, location: `${context.config.publicUrl}${at}` }] }
}

/** The file at an address that a manifest has named. */
export async function readLinkFile(
  context: Context,
  { token, until, signed }: { token: string; until: string; signed: string },
): Promise<string> {
  const link = await findSmartLink(context, token)
  const [given, right] = [Buffer.from(signed, 'base64url'), signature(link, until)]
  const isRight = given.length === right.length && timingSafeEqual(given, right)
  if (!isRight || Number(until) <= context.clock.now().getTime()) throw notFound('What this link showed')
  return (await encryptedReport(context, link)).file
}

/** Only who has opened the manifest gets it, so that the address does not go round the passcode. */
const signature = ({ key }: SmartLink, until: string): Buffer =>
  createHmac('sha256', key).update(`address of the file until ${until}`).digest()

/** The library draws a new initialisation vector for each encryption, which the key needs. */
async function encryptedReport(context: Context, link: SmartLink) {
  const { bundle, lastUpdated } = await reportBundle(context, link)
  const file = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(bundle)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: contentType })
    .encrypt(link.key)
  return { file, lastUpdated }
}
