import type { Db } from '#server/platform/database.ts'
import { invalid } from '#server/platform/errors.ts'
import { namesTaken } from './queries-catalogue.ts'

/** Visits are booked by name, so that names are unique. Needs a lock of the names (`lockNames`, or a change before). */
export async function refuseTakenNames(
  tx: Db,
  code: string,
  { name, label }: { name: string; label: string },
): Promise<void> {
  const taken = await namesTaken(tx, code, [name, label])
  const fault = (given: string) => [`Another test is booked as “${given}”`]
  const fields = {
    ...(taken.includes(name.toLowerCase()) && { name: fault(name) }),
    ...(taken.includes(label.toLowerCase()) && { label: fault(label) }),
  }
  if (Object.keys(fields).length > 0) throw invalid(fields)
}
