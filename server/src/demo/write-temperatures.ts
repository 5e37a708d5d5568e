import { addPlace, addReading } from '#server/modules/temperatures/index.ts'
import { after, days, hours, minutes, stoppedClock } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { stream } from '#simulation/random.ts'

/** Days of readings that are shown. */
const past = 14

const places = [
  { name: 'Refrigerator 1, reagents', kind: 'refrigerator', unit: '°C', low: 2, high: 8, usual: 4.6 },
  { name: 'Refrigerator 2, samples', kind: 'refrigerator', unit: '°C', low: 2, high: 8, usual: 5.2 },
  { name: 'Freezer', kind: 'freezer', unit: '°C', low: -30, high: -15, usual: -21 },
  { name: 'Laboratory', kind: 'room', unit: '°C', low: 18, high: 28, usual: 24.5 },
] as const
/** The second refrigerator was warm this morning. */
const warm = { place: 1, value: 9.3, action: 'The door was open. Closed the door and informed the manager.' }

/** Writes invented readings of the last days, two a day, through the product's own calls. */
export async function writeTemperatures(
  by: { manager: SignedIn; technician: SignedIn },
  { seed, now }: { seed: number; now: Date },
): Promise<void> {
  const random = stream(seed, 'temperatures')
  const began = after(now, -days(past))
  for (const [index, { usual, ...place }] of places.entries()) {
    const at = (instant: Date): SignedIn => ({ ...by.technician, clock: stoppedClock(instant) })
    const set = { ...place, everyHours: 14 }
    const { id } = await addPlace({ ...by.manager, clock: stoppedClock(began) }, set)
    for (let half = 1; half < past * 2; half++) {
      const value = Math.round((usual + random() * 1.4 - 0.7) * 10) / 10
      await addReading(at(after(began, half * hours(12))), id, { value, action: '' })
    }
    const last = at(after(now, -minutes(100)))
    const { value, action } = index === warm.place ? warm : { value: usual, action: '' }
    await addReading(last, id, { value, action })
  }
}
