import { printBoxPaper } from '#server/modules/boxes/index.ts'
import { labelsOfSamples } from '#server/modules/laboratory/index.ts'
import { dayAt, laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { sayAt } from '#server/platform/date-formatters.ts'
import { notPossible } from '#server/platform/errors.ts'
import { readClinicManifest } from './make-manifest.ts'
import { facilityOf } from './policy.ts'
import { nameOfFacility, samplesOf } from './queries-orders.ts'
import { readClinicOrder, requireOrder } from './read-orders.ts'

/** The request of an order on paper, for the patient or for the box of samples. */
export async function printRequest(context: SignedIn, id: string): Promise<Buffer> {
  const { listedTests } = await requireOrder(context, id)
  // Other people handle the paper. The laboratory finds the tests by the code of the order.
  const order = { ...(await readClinicOrder(context, id)), tests: listedTests }
  const { name, address, phone } = await laboratorySettings(context)
  const { drawRequest } = await import('./draw-request.ts')
  const at = new Date(order.orderedAt)
  const on = dayAt(order.site.timeZone, at)
  const facility = await nameOfFacility(context.db, facilityOf(context.actor))
  return drawRequest(
    {
      order,
      facility,
      orderedOn: on,
      laboratory: name,
      reach: [address, phone].filter((part) => part !== ''),
    },
    { at: context.clock.now(), logo: await printedLogo(context.db) },
  )
}

/** The list of a box on paper, to be put into it. It has codes of orders and no names. */
export async function printBox(context: SignedIn, id: string): Promise<Buffer> {
  const box = await readClinicManifest(context, id)
  const { name, address } = await laboratorySettings(context)
  const celsius = box.leftCelsius === null ? '' : `${box.leftCelsius} °C`
  return printBoxPaper(
    {
      title: 'Samples',
      code: box.code,
      from: box.facility,
      reach: [],
      facts: [
        ['To', [name, address].filter((part) => part !== '').join(', ')],
        ['Sent', `${sayAt(box.timeZone, new Date(box.leftAt))}, ${box.madeBy}`],
        ['Temperature', celsius],
        ['Courier', box.courier],
      ],
      columns: [
        { title: 'Sample', part: 3 },
        { title: 'Tube', part: 5 },
        { title: 'Order', part: 2 },
      ],
      rows: box.list.map(({ accession, tube, order }) => [accession, tube ?? '', order ?? '']),
      end: 'The laboratory scans the code of the box and then each tube.',
    },
    { at: context.clock.now(), logo: null },
  )
}

/** Labels of the tubes that were taken and are not rejected. */
export async function printOrderLabels(
  context: SignedIn,
  id: string,
  format: 'label' | 'a4',
): Promise<Uint8Array> {
  const { siteId, visitId } = await requireOrder(context, id)
  const samples = visitId === null ? [] : await samplesOf(context.db, { siteId, visitId })
  const accessions = samples.flatMap(({ accession, status }) => (status === 'rejected' ? [] : [accession]))
  if (accessions.length === 0)
    throw notPossible('Record the sample collection first: the labels have the numbers of its tubes.')
  return labelsOfSamples(context.db, accessions, format)
}
