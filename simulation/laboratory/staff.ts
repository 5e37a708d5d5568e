import type { Agenda } from './agenda.ts'
import type { StaffMember } from './plan.ts'

export type Worker = {
  member: StaffMember
  busy: boolean
  freeSince: number
  busyMinutes: number
  /** Where they look for work, in the order of their skills. */
  places: Workplace[]
}

/** A place where work waits. */
export type Workplace = {
  skill: string
  /** Only people of this site work here; null for everyone. */
  site: string | null
  /** Whether something can be begun here now, by somebody. */
  waiting: () => boolean
  /** Gives its first work to this worker, or says that there is none for them. */
  take: (worker: Worker) => boolean
}

export type StaffRoom = {
  workers: readonly Worker[]
  /** Adds a workplace; what it answers calls for help there: the free are asked, the longest idle first. */
  open(place: Workplace): () => void
  /** The worker is busy for so long; then `done` happens, and they look for work again. */
  work(worker: Worker, minutes: number, done: () => void): void
}

/** Who is on shift and free. Everyone looks for work when they come and when they have finished. */
export function createStaffRoom(members: readonly StaffMember[], agenda: Agenda): StaffRoom {
  const workers = members.map(
    (member): Worker => ({ member, busy: false, freeSince: 0, busyMinutes: 0, places: [] }),
  )

  function canWork({ busy, member }: Worker): boolean {
    if (busy) return false
    const now = agenda.now()
    for (const { from, until } of member.shifts) if (from <= now && now < until) return true
    return false
  }
  function lookForWork(worker: Worker) {
    if (!canWork(worker)) return
    for (const place of worker.places) {
      if (place.waiting() && place.take(worker)) return
    }
  }
  for (const worker of workers) {
    for (const { from } of worker.member.shifts) agenda.plan(from, () => lookForWork(worker))
  }

  return {
    workers,
    open(place) {
      const team = workers.filter(
        ({ member }) =>
          member.skills.includes(place.skill) && (place.site === null || member.site === place.site),
      )
      for (const worker of team) {
        worker.places.push(place)
        const rank = ({ skill }: Workplace) => worker.member.skills.indexOf(skill)
        worker.places.sort((a, b) => rank(a) - rank(b))
      }
      return () => {
        if (!place.waiting()) return
        const free = team.filter(canWork).sort((a, b) => a.freeSince - b.freeSince)
        for (const worker of free) {
          if (!place.waiting()) return
          place.take(worker)
        }
      }
    },
    work(worker, minutes, done) {
      worker.busy = true
      worker.busyMinutes += minutes
      agenda.plan(agenda.now() + minutes, () => {
        worker.busy = false
        worker.freeSince = agenda.now()
        done()
        lookForWork(worker)
      })
    },
  }
}
