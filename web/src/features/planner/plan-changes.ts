import type { Plan, Site, Span, StaffMember } from '#simulation/laboratory/plan.ts'
import { changedPlan } from '#simulation/what-if.ts'
import { withMix } from './arrival-mix.ts'
import type { Changes, PeopleEdit, RosterLine } from './changes.ts'

export const collects = ({ skills }: StaffMember): boolean => skills.includes('collect')
const onlyCollects = ({ skills }: StaffMember) => skills.every((skill) => skill === 'collect')

/** The day with the changes made. `hours` are the site's as they were. */
export function changedDay(plan: Plan, changes: Changes, hours: Span): Plan {
  const site = plan.sites[0]
  if (!site) return plan
  const arrivals = withMix(withArrivals(plan, site, changes, hours), changes)
  const staff = changes.roster ? withRoster(plan.staff, site.id, changes.roster) : plan.staff
  return { ...arrivals, staff: changes.people.reduce(withPeople(site.id), staff) }
}

/** More or fewer people, other hours, other chairs. */
function withArrivals(plan: Plan, site: Site, changes: Changes, hours: Span): Plan {
  const { opens, closes, chairs, demand } = changes
  const to = { from: opens ?? hours.from, until: closes ?? hours.until }
  const moved = opens !== null || closes !== null
  return changedPlan(plan, {
    demand: demand / 100,
    ...(chairs !== null && { chairs: { [site.id]: chairs } }),
    ...(moved && { hours: { [site.id]: stretched(arrivalSpan(site), hours, to) } }),
  })
}

/** Where a part of the old hours comes to lie in the new ones. */
function stretched(part: Span, from: Span, to: Span): Span {
  const scale = (to.until - to.from) / Math.max(1, from.until - from.from)
  const at = (minute: number) => to.from + (minute - from.from) * scale
  return { from: at(part.from), until: at(part.until) }
}

/** From the first to the last minute in which somebody may come. */
function arrivalSpan({ walkIns, stat, booked, recorded = [] }: Site): Span {
  const rates = [...walkIns, ...stat]
  const times = [...booked.map(({ at }) => at), ...recorded.map(({ arrivedAt }) => arrivedAt)]
  return {
    from: Math.min(...times, ...rates.map(({ from }) => from)),
    until: Math.max(...times, ...rates.map(({ until }) => until)),
  }
}

const longDay = 6 * 60
const toMeal = 4 * 60
const meal = 30

/** The hours of one person who works from then until then. */
export function shiftsOf({ from, until }: Span): Span[] {
  if (until - from < longDay) return [{ from, until }]
  return [
    { from, until: from + toMeal },
    { from: from + toMeal + meal, until },
  ]
}

function withRoster(staff: readonly StaffMember[], site: string, roster: readonly RosterLine[]) {
  const people = roster.flatMap(({ count, ...span }, line) =>
    Array.from({ length: count }, (_, nth) => member(`Roster ${line + 1}.${nth + 1}`, site, shiftsOf(span))),
  )
  return [...staff.filter((one) => !onlyCollects(one)), ...people]
}

const member = (id: string, site: string, shifts: readonly Span[]): StaffMember => ({
  id,
  site,
  skills: ['collect'],
  shifts,
  pace: 1,
})

const withPeople =
  (site: string) =>
  (staff: readonly StaffMember[], edit: PeopleEdit, index: number): readonly StaffMember[] => {
    const { count, from, until } = edit
    const more = Array.from({ length: Math.max(0, count) }, (_, nth) =>
      member(`Added ${index + 1}.${nth + 1}`, site, [{ from, until }]),
    )
    return [...withoutPeople(staff, -count, { from, until }), ...more]
  }

/** Sends so many home for that time: first whoever would work most of it. */
function withoutPeople(staff: readonly StaffMember[], count: number, span: Span): readonly StaffMember[] {
  if (count <= 0) return staff
  const gone = new Set(
    staff
      .filter((one) => collects(one) && worked(one, span) > 0)
      .sort((a, b) => worked(b, span) - worked(a, span))
      .slice(0, count)
      .map(({ id }) => id),
  )
  return staff.map((one) => (gone.has(one.id) ? { ...one, shifts: one.shifts.flatMap(without(span)) } : one))
}

const without =
  (span: Span) =>
  (shift: Span): Span[] =>
    [
      { from: shift.from, until: Math.min(shift.until, span.from) },
      { from: Math.max(shift.from, span.until), until: shift.until },
    ].filter(({ from, until }) => until > from)

/** Minutes of a stretch of time that somebody works. */
export const worked = ({ shifts }: StaffMember, span: Span): number =>
  shifts.reduce(
    (sum, { from, until }) => sum + Math.max(0, Math.min(until, span.until) - Math.max(from, span.from)),
    0,
  )

/** Hours that those who collect are there. */
export const staffHours = (plan: Plan): number =>
  plan.staff.filter(collects).reduce((sum, one) => sum + worked(one, { from: 0, until: 2880 }), 0) / 60

/** Mean number of people who collect in a stretch of time. */
export const peopleAt = (plan: Plan, span: Span): number =>
  plan.staff.filter(collects).reduce((sum, one) => sum + worked(one, span), 0) / (span.until - span.from)
