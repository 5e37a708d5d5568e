import type { Booking, Plan, RecordedVisit, Site } from '#simulation/laboratory/plan.ts'

type Mix = { walkIns: number | null; stat: number | null }

/** Shares of those who come, 0 to 1. */
export type Shares = { walkIns: number; stat: number }

/** How people came, in the mean: those who were noted, those who are booked, those who come by chance. */
export function sharesOf(plan: Plan): Shares {
  const { walkIns, stat, all } = totals(plan)
  return all > 0 ? { walkIns: walkIns / all, stat: stat / all } : { walkIns: 0, stat: 0 }
}

function totals({ sites, noShow }: Plan) {
  const of = (which: 'walkIns' | 'stat') =>
    sites.reduce((sum, site) => sum + expected(site[which]) + noted(site, classOf[which]), 0)
  const booked = sites.reduce(
    (sum, site) => sum + site.booked.length * (1 - noShow) + noted(site, 'appointment'),
    0,
  )
  const [walkIns, stat] = [of('walkIns'), of('stat')]
  return { walkIns, stat, booked, all: walkIns + stat + booked }
}

const classOf = { walkIns: 'walk-in', stat: 'stat' } as const
const expected = (rates: Site['walkIns']) =>
  rates.reduce((sum, { from, until, perHour }) => sum + ((until - from) * perHour) / 60, 0)
const noted = ({ recorded = [] }: Site, kind: RecordedVisit['class']) =>
  recorded.filter((one) => one.class === kind).length

/**
 * As many people at the same times, other shares of them without an appointment or urgent (per cent; null leaves a share
 * as it is, as far as the other leaves room).
 */
export function withMix(plan: Plan, { walkIns, stat }: Mix): Plan {
  if (walkIns === null && stat === null) return plan
  const was = sharesOf(plan)
  const urgent = Math.min(1, stat === null ? was.stat : stat / 100)
  const chance = Math.min(1 - urgent, walkIns === null ? was.walkIns : walkIns / 100)
  return { ...plan, sites: plan.sites.map((site) => mixed(plan, site, { walkIns: chance, stat: urgent })) }
}

function mixed(plan: Plan, site: Site, to: Shares): Site {
  const own = totals({ ...plan, sites: [{ ...site, recorded: [] }] })
  const scaled = (wanted: number, rates: Site['walkIns'], shape: Site['walkIns']) => {
    const [from, by] = expected(rates) > 0 ? [rates, expected(rates)] : [shape, expected(shape)]
    return by > 0 ? from.map((rate) => ({ ...rate, perHour: (rate.perHour * wanted) / by })) : []
  }
  const booked = ((1 - to.walkIns - to.stat) * own.all) / Math.max(0.01, 1 - plan.noShow)
  return {
    ...site,
    walkIns: scaled(to.walkIns * own.all, site.walkIns, site.stat),
    stat: scaled(to.stat * own.all, site.stat, site.walkIns),
    booked: spreadOver(site.booked, Math.round(booked)),
    recorded: reclassed(site.recorded ?? [], to),
  }
}

/** So many of a list, evenly: some left out, or some twice. */
function spreadOver(list: readonly Booking[], count: number): Booking[] {
  return Array.from({ length: list.length === 0 ? 0 : count }, (_, index) => {
    const one = list[Math.floor((index * list.length) / count)]
    return one ? [one] : []
  }).flat()
}

/** The same people; some, evenly over the day, come in another class. Whoever gains an appointment has it when they come. */
function reclassed(visits: readonly RecordedVisit[], to: Shares): RecordedVisit[] {
  const urgent = turned(
    visits,
    Math.round(to.stat * visits.length),
    (one) => one.class === 'stat',
    (one) => ({ ...one, class: 'stat', appointmentAt: null }),
    (one) => ({ ...one, class: 'walk-in', appointmentAt: null }),
  )
  const others = Math.min(
    Math.round(to.walkIns * visits.length),
    urgent.filter((one) => one.class !== 'stat').length,
  )
  return turned(
    urgent,
    others,
    (one) => one.class === 'walk-in',
    (one) => (one.class === 'stat' ? one : { ...one, class: 'walk-in', appointmentAt: null }),
    (one) => ({ ...one, class: 'appointment', appointmentAt: one.arrivedAt }),
    (one) => one.class !== 'stat',
  )
}

/** Turns members into others or others into members until there are `count`, evenly over the list. */
function turned(
  visits: readonly RecordedVisit[],
  count: number,
  isMember: (one: RecordedVisit) => boolean,
  makeMember: (one: RecordedVisit) => RecordedVisit,
  makeOther: (one: RecordedVisit) => RecordedVisit,
  mayTurn: (one: RecordedVisit) => boolean = () => true,
): RecordedVisit[] {
  const members = visits.filter(isMember).length
  const growing = count > members
  const candidates = visits.filter((one) => mayTurn(one) && isMember(one) !== growing)
  const turns = Math.min(Math.abs(count - members), candidates.length)
  const chosen = new Set(
    Array.from(
      { length: turns },
      (_, index) => candidates[Math.floor(((index + 0.5) * candidates.length) / turns)],
    ),
  )
  return visits.map((one) => (chosen.has(one) ? (growing ? makeMember(one) : makeOther(one)) : one))
}
