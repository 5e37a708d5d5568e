import { draw } from '../distributions.ts'
import { stream } from '../random.ts'
import type { Day } from './day.ts'
import type { CollectedSample } from './events.ts'
import type { Site } from './plan.ts'
import type { Patient } from './visits.ts'

export type Parcel = { patient: Patient; sample: CollectedSample }

/** Carries a site's samples to the bench in rides; each urgent visit has a messenger of its own. */
export function createCourier(day: Day, site: Site, receive: (parcel: Parcel) => void) {
  const { agenda, record } = day
  const { everyMinutes, places, ride } = site.courier
  const shelf: Parcel[] = []
  let planned = false

  function leave(parcels: Parcel[], minutes: number) {
    record({
      at: agenda.now(),
      kind: 'sent',
      site: site.id,
      samples: parcels.map(({ sample }) => sample.sample),
    })
    agenda.plan(agenda.now() + minutes, () => {
      for (const parcel of parcels) receive(parcel)
    })
  }
  function planRide() {
    if (planned || shelf.length === 0) return
    planned = true
    const at = (Math.floor(agenda.now() / everyMinutes) + 1) * everyMinutes
    agenda.plan(at, () => {
      planned = false
      leave(shelf.splice(0, places), draw(ride, stream(day.seed, site.id, 'ride', at)))
      planRide()
    })
  }
  return (patient: Patient, samples: CollectedSample[]) => {
    const parcels = samples.map((sample) => ({ patient, sample }))
    if (everyMinutes === 0 || patient.visit.class === 'stat') {
      leave(parcels, draw(ride, stream(day.seed, patient.visit.id, 'ride', patient.collections)))
    } else {
      shelf.push(...parcels)
      planRide()
    }
  }
}
