import {
  addStorageRack,
  addStorageUnit,
  changeRetention,
  confirmDisposal,
  makeDisposal,
  putTube,
} from '#server/modules/laboratory/index.ts'
import { after, days, hours, stoppedClock } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { doneTubes } from './queries-storage.ts'

const places = [
  { name: 'Refrigerator 2', kind: 'refrigerator', racks: ['Rack A', 'Rack B'], rows: 6, columns: 10 },
  { name: 'Freezer −20', kind: 'freezer', racks: ['Box 1'], rows: 9, columns: 9 },
] as const

/**
 * Adds invented storage locations through the product's own calls: a rack with recent tubes, and older tubes that are due for disposal, some
 * of them on disposal lists.
 */
export async function writeStorage(
  { manager, technician }: { manager: SignedIn; technician: SignedIn },
  now: Date,
): Promise<void> {
  const at = (who: SignedIn, ago: number): SignedIn => ({ ...who, clock: stoppedClock(after(now, -ago)) })
  const racks: string[] = []
  for (const { racks: names, rows, columns, ...unit } of places) {
    const { id: unitId } = await addStorageUnit(at(manager, days(60)), { ...unit, siteId: undefined })
    for (const name of names) {
      const { id } = await addStorageRack(at(manager, days(60)), { unitId, name, rows, columns })
      racks.push(id)
    }
  }
  await changeRetention(at(manager, days(60)), { specimens: [{ specimen: 'Serum', days: 7 }] })
  const [fresh = '', old = ''] = racks
  const fill = async (rack: string, from: number, until: number) => {
    const tubes = await doneTubes(technician.db, after(now, -from), after(now, -until), 26)
    for (const accession of tubes)
      await putTube(at(technician, until - hours(2)), rack, { accession, position: null })
    return tubes
  }
  await fill(fresh, days(2), hours(3))
  const tubes = await fill(old, days(12), days(8))
  // The manager has confirmed the first list, except for a tube that was kept. The second waits for somebody other than the technician.
  const [first, second] = [tubes.slice(0, 8), tubes.slice(8, 15)]
  const { id } = await makeDisposal(at(technician, hours(27)), first)
  await confirmDisposal(at(manager, hours(26)), id, first.slice(0, -1))
  await makeDisposal(at(technician, hours(2)), second)
}
