import { paidVisitOf } from '#server/modules/laboratory/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { reportResources } from '../report-resources.ts'
import { fileOf, longestInQr, numericOf } from './card-text.ts'
import { issueCard } from './issue-card.ts'

/** Makes a card for the patient, as a file and, if it is short enough, as a QR code. */
export async function makeHealthCard(context: SignedIn, id: string) {
  const visit = await paidVisitOf(context, id, true)
  const resources = await reportResources(context, visit, 'A released report of this appointment')
  const jws = await issueCard(context, visit, resources, { accountId: context.actor.accountId })
  if (jws === null) throw notPossible('This report has no values for a card.')
  return { file: fileOf(jws), qr: jws.length > longestInQr ? null : await drawn(numericOf(jws)) }
}

/** With the lowest correction of errors, as the specification has it: the squares are then the largest. */
async function drawn(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  const form = { bcid: 'qrcode', eclevel: 'L', text, paddingwidth: 4, paddingheight: 4 }
  return bwip.toSVG({ ...form, backgroundcolor: 'FFFFFF' })
}
