import type { Plan } from '#simulation/laboratory/plan.ts'
import type { StoryTask, StoryVisit } from './day-story.ts'
import type { Person } from './people.ts'
import { statusNow } from './tell-morning.ts'

/** The morning with which a demonstration begins, and what waits in it for somebody to act. */

/** The seed of the day: one of those with about a dozen people waiting, and no sample rejected, at the time of the start. */
export const morningSeed = 7_000_177

/** A test of an analyte whose control is out. */
export const heldTest = 'LFT'

const [surgeFrom, surgeUntil, surgePerHour] = [9.75 * 60, 10.7 * 60, 22]

/** More people than usual come without a booking before the start. */
export const busyMorning = (plan: Plan): Plan => ({
  ...plan,
  sites: plan.sites.map((site) => ({
    ...site,
    walkIns: [...site.walkIns, { from: surgeFrom, until: surgeUntil, perHour: surgePerHour }],
  })),
})

const minute = 60_000
/** Severe anaemia: only the haemoglobin is beyond its critical limit. */
const severeAnaemia = { RBC: 2.3, HCT: 20.4, HGB: 6.4 }

type Now = {
  now: number
  turnaroundHours: (test: string) => number
  /** Whether the person has been here before. */
  hasRecord: (person: Person) => boolean
}

/**
 * Leaves work undone that a visitor finds at once: two late tests, a critical value that was not reported, a visit whose results
 * a control holds back, visits that wait for release, and a person written down twice. Returns the cases that are left out, since the
 * day has no visit for them.
 */
export function stageMorning(
  visits: readonly StoryVisit[],
  { now, turnaroundHours, hasRecord }: Now,
): string[] {
  const missing = new Set<string>()
  const staged = new Set<StoryVisit>()
  const done = visits
    .filter(({ status }) => status === 'completed')
    .sort((a, b) => (b.releasedAt ?? 0) - (a.releasedAt ?? 0))
  const take = (what: string, fits: (visit: StoryVisit, tasks: StoryTask[]) => boolean): StoryTask[] => {
    const visit = done.find((one) => !staged.has(one) && fits(one, tasksOf(one)))
    if (!visit) {
      missing.add(what)
      return []
    }
    staged.add(visit)
    visit.releasedAt = null
    return tasksOf(visit)
  }
  const lateBy = (visit: StoryVisit, { test }: StoryTask) =>
    (now - (visit.samples[0]?.collectedAt ?? now)) / minute - turnaroundHours(test) * 60
  const isLate = (visit: StoryVisit, tasks: StoryTask[]) => {
    const [task] = tasks
    return !visit.urgent && tasks.length === 1 && task !== undefined && lateBy(visit, task) > 5
  }

  const [started] = take('a late test that was begun', isLate)
  if (started) started.completedAt = null
  const isOther = (tasks: StoryTask[]) => tasks[0]?.test !== started?.test
  const [untouched] = take('a late test', (visit, tasks) => isLate(visit, tasks) && isOther(tasks))
  if (untouched) Object.assign(untouched, { startedAt: null, by: null, completedAt: null })

  const tasks = take('a critical value', (_, all) => all.some(({ test }) => test === 'FBC'))
  const count = tasks.find(({ test }) => test === 'FBC')
  if (count) Object.assign(count, { values: severeAnaemia, untold: true, completedAt: now - 6 * minute })

  take('a control that is out', (_, all) => all.some(({ test }) => test === heldTest))
  for (let number = 0; number < 3; number++) {
    take('release', (_, all) => all.every(({ test }) => test !== heldTest))
  }
  if (!writeDownAnew(visits, hasRecord)) missing.add('a person written down twice')
  for (const visit of staged) visit.status = statusNow(visit, now)
  return [...missing]
}

/** Somebody without a booking whom the desk wrote down anew, under a name that it misspelt. False if nobody fits. */
function writeDownAnew(visits: readonly StoryVisit[], hasRecord: (person: Person) => boolean): boolean {
  const visit = visits.find(
    ({ kind, person }) =>
      kind === 'walk-in' && /[ao]h$/.test(person.name) && person.age > 18 && hasRecord(person),
  )
  if (!visit) return false
  visit.person = { ...visit.person, name: visit.person.name.slice(0, -1) }
  return true
}

const tasksOf = ({ samples }: StoryVisit) => samples.flatMap(({ tasks: all }) => all)
