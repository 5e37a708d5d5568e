import { transportStates } from '#contract/transport.ts'
import { printBoxPaper } from '#server/modules/boxes/index.ts'
import { laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { sayAt } from '#server/platform/date-formatters.ts'
import { readSentBox } from './send-boxes.ts'

/** The packing list of a box. It has no names: the other laboratory reports by the sample number. */
export async function printPackingList(context: SignedIn, id: string): Promise<Buffer> {
  const box = await readSentBox(context, id)
  const { name, address, phone, email } = await laboratorySettings(context)
  const say = (at: Date | string | null) => (at === null ? '' : sayAt(box.timeZone, new Date(at)))
  return printBoxPaper(
    {
      title: 'Packing list',
      code: box.code,
      from: name,
      reach: [address, phone, email].filter((part) => part !== ''),
      facts: [
        ['To', [box.laboratory, box.address].filter((part) => part !== '').join(', ')],
        ['From', box.site],
        ['Temperature', box.transport ? transportStates[box.transport] : ''],
        ['Packed', `${say(box.madeAt)}, ${box.madeBy}`],
        ['Handed over', say(box.leftAt)],
        ['Courier', [box.courier, box.trackingNumber].filter((part) => part !== '').join(', ')],
      ],
      columns: [
        { title: 'Sample', part: 3 },
        { title: 'Specimen and tube', part: 4 },
        { title: 'Tests', part: 6 },
        { title: 'Sex, age', part: 2 },
        { title: 'Collected', part: 3 },
      ],
      rows: box.list
        .filter(({ state }) => state !== 'removed')
        .map(({ accession, specimen, tube, tests, sex, age, collectedAt }) => [
          accession,
          `${specimen}, ${tube}`,
          tests.join(', '),
          `${sex}, ${age}`,
          say(collectedAt),
        ]),
      end: 'Please state the number of the sample on your report.',
    },
    { at: context.clock.now(), logo: await printedLogo(context.db) },
  )
}
