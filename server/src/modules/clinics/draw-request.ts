import type { ClinicOrder } from '#contract/clinic-orders.ts'
import { fastingStates } from '#contract/orders.ts'
import { drawCode } from '#server/platform/paper/draw-code.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { page } from '#server/platform/paper/pen.ts'
import { drawParts, type Part } from '#server/platform/paper/roll.ts'

export type Request = {
  order: Omit<ClinicOrder, 'orderedAt' | 'wantedAt' | 'visit' | 'samples' | 'report'>
  facility: string
  orderedOn: string
  laboratory: string
  reach: readonly string[]
}

/** Points: 40 mm. */
const codeSide = 113
const column = { x: page.margin, width: 420 }

/** The request of an order as a PDF: requester, patient and tests, with the code of the order as a QR code. */
export async function drawRequest(
  request: Request,
  { at, logo }: { at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const { order, laboratory, reach } = request
  const { document, done } = openPaper({ title: `Request ${order.code}`, author: request.facility, at })
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  drawParts(document, body, partsOf(request), column)
  body.end()
  framePages(document, {
    from: laboratory,
    reach,
    logo: logo && openLogo(document, logo),
    continues: order.code,
    foot: [`Request  ·  ${order.code}`, request.facility],
  })
  document.end()
  return done
}

const strong = { bold: true, size: 11 }

function partsOf({ order, facility, orderedOn }: Request): Part[] {
  const { patient, personNumber, gender, age, bornOn, contact, clinicalDetails, diagnosis, medication } =
    order
  const pregnancy = order.pregnancyWeek === null ? '' : `Week ${order.pregnancyWeek}`
  const said: (readonly [string, string])[] = [
    ['Clinical details', clinicalDetails],
    ['Diagnosis', diagnosis],
    ['Medication', medication],
    ['Fasting', order.fasting === 'not known' ? '' : fastingStates[order.fasting]],
    ['Pregnancy', pregnancy],
  ]
  return [
    { text: 'Request for tests', type: 'H1', style: { bold: true, size: 17 } },
    ...(order.urgent ? [{ text: 'Urgent', style: strong }] : []),
    { room: 6 },
    {
      alt: 'QR code of the order',
      side: codeSide,
      draw: (document, x, y, side) => drawCode(document, order.code, x, y, side),
    },
    { left: 'Order', right: order.code, style: strong },
    { left: 'Requested by', right: `${order.orderedBy}, ${facility}` },
    { left: 'On', right: orderedOn },
    { room: 8 },
    { left: 'Patient', right: patient, style: strong },
    { left: 'Person number', right: personNumber },
    { left: 'Sex and age', right: `${gender}, ${age} years${bornOn ? `, born ${bornOn}` : ''}` },
    ...(contact ? [{ left: 'Phone number', right: contact }] : []),
    { room: 8 },
    { text: 'Tests', type: 'H2', style: strong },
    ...order.tests.map((text) => ({ text })),
    { room: 8 },
    ...said.flatMap(([left, right]) => (right === '' ? [] : [{ left, right }])),
    ...(order.preparation.length > 0
      ? [{ room: 8 }, { text: 'Before the samples are taken', type: 'H2', style: strong }]
      : []),
    ...order.preparation.map((text) => ({ text })),
    { room: 8 },
    {
      text:
        order.way === 'visit'
          ? 'Please show this paper at the desk of the laboratory.'
          : 'The samples are taken at the clinic. Please put this paper into the box with them.',
    },
  ]
}
