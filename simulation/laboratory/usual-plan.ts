import { usualCallingRule } from '../calling-rule.ts'
import type { Distribution, Rate } from '../distributions.ts'
import type { Analyser, Booking, Plan, Site, StaffMember, Test, VisitType } from './plan.ts'

/**
 * A plausible laboratory for demonstrations and measurements, for any number of visits a day. Test codes are the
 * catalogue's. Times of service are of the size that phlebotomy studies report (5 to 6 minutes a puncture); shares, pace
 * and hours are a picture, not a survey.
 */
export function usualPlan({ visits = 200, branches = 0 }: { visits?: number; branches?: number } = {}): Plan {
  const each = visits / (1 + 0.5 * branches)
  const names = ['main', ...Array.from({ length: branches }, (_, index) => `branch ${index + 1}`)]
  const demand = (name: string) => (name === 'main' ? each : each / 2)
  const sites = names.map((name) => site(name, demand(name)))
  return {
    sites,
    staff: [...names.flatMap((name) => collectors(name, peakStaff(demand(name)))), ...bench(visits)],
    visitTypes,
    tests,
    analysers: analysers(visits),
    rule: usualCallingRule,
    noShow: 0.18,
    punctuality: { kind: 'normal', mean: -4, sd: 9 },
    rejection: { chance: 0.015, sameDay: 0.7, back: lognormal(40, 0.6) },
    release: lognormal(1, 0.5),
    twoPeople: true,
  }
}

function lognormal(mean: number, cv: number): Distribution {
  return { kind: 'lognormal', mean, cv }
}
const hour = (at: number) => at * 60

const visitTypes: VisitType[] = [
  {
    id: 'fever',
    share: 30,
    service: lognormal(5, 0.4),
    samples: [tube('EDTA', 'FBC', 'MPS')],
    unprepared: 0,
  },
  {
    id: 'fasting check',
    share: 20,
    service: lognormal(5.5, 0.4),
    samples: [tube('Fluoride', 'GLU'), tube('SST', 'LFT', 'KFT')],
    unprepared: 0.07,
  },
  {
    id: 'antenatal',
    share: 15,
    service: lognormal(8, 0.4),
    samples: [tube('EDTA', 'FBC', 'BG', 'SICK'), tube('SST', 'HBV', 'HCV', 'VDRL'), tube('Urine pot', 'URE')],
    unprepared: 0,
  },
  {
    id: 'urine',
    share: 12,
    service: lognormal(2.5, 0.5),
    samples: [tube('Urine pot', 'URE')],
    unprepared: 0,
  },
  {
    id: 'serology',
    share: 10,
    service: lognormal(5, 0.4),
    samples: [tube('SST', 'TYPH', 'HPYL')],
    unprepared: 0,
  },
  {
    id: 'child',
    share: 8,
    service: lognormal(12, 0.5),
    samples: [tube('EDTA', 'FBC', 'SICK')],
    unprepared: 0,
  },
  { id: 'hormones', share: 5, service: lognormal(5, 0.4), samples: [tube('SST', 'HORM')], unprepared: 0 },
]

function tube(specimen: string, ...on: string[]) {
  return { specimen, tests: on }
}

const entry = lognormal(0.7, 0.5)
const tests: Test[] = [
  { id: 'FBC', analyser: 'haematology', skill: 'haematology', hands: entry },
  { id: 'MPS', analyser: null, skill: 'microscopy', hands: lognormal(6, 0.4) },
  { id: 'SICK', analyser: null, skill: 'haematology', hands: lognormal(3, 0.4) },
  { id: 'BG', analyser: null, skill: 'haematology', hands: lognormal(3, 0.3) },
  { id: 'GLU', analyser: 'chemistry', skill: 'chemistry', hands: entry },
  { id: 'LFT', analyser: 'chemistry', skill: 'chemistry', hands: entry },
  { id: 'KFT', analyser: 'chemistry', skill: 'chemistry', hands: entry },
  { id: 'HORM', analyser: 'hormones', skill: 'chemistry', hands: entry },
  { id: 'TYPH', analyser: 'rapid tests', skill: 'serology', hands: lognormal(1.5, 0.4) },
  { id: 'HPYL', analyser: 'rapid tests', skill: 'serology', hands: lognormal(1.5, 0.4) },
  { id: 'HBV', analyser: 'rapid tests', skill: 'serology', hands: lognormal(1.5, 0.4) },
  { id: 'HCV', analyser: 'rapid tests', skill: 'serology', hands: lognormal(1.5, 0.4) },
  { id: 'VDRL', analyser: 'rapid tests', skill: 'serology', hands: lognormal(1.5, 0.4) },
  { id: 'URE', analyser: null, skill: 'microscopy', hands: lognormal(5, 0.4) },
]

function analysers(visits: number): Analyser[] {
  const several = (kind: string, places: number, minutes: number, holdMinutes: number, perVisits: number) =>
    Array.from({ length: Math.ceil(visits / perVisits) }, (_, index) => ({
      id: `${kind} ${index + 1}`,
      kind,
      places,
      run: { kind: 'constant' as const, value: minutes },
      holdMinutes,
    }))
  return [
    ...several('haematology', 1, 1.2, 0, 400),
    ...several('chemistry', 24, 22, 12, 400),
    ...several('hormones', 12, 45, 30, 800),
    ...several('rapid tests', 20, 15, 5, 150),
  ]
}

/** Visits by the hour from 7 on: mornings are full. */
const byHour = [16, 18, 15, 12, 10, 8, 7, 8, 8, 7, 5, 3]
const ofDay = byHour.reduce((sum, one) => sum + one, 0)
const demandFrom = (index: number) => (byHour[index] ?? 0) / ofDay

function site(id: string, visits: number): Site {
  const rates = (share: number): Rate[] =>
    byHour.map((_, index) => ({
      from: hour(7 + index),
      until: hour(8 + index),
      perHour: visits * share * demandFrom(index),
    }))
  return {
    id,
    chairs: peakStaff(visits),
    walkIns: rates(0.4),
    stat: rates(0.05),
    // More are booked than come.
    booked: byHour.flatMap((_, index) =>
      bookings(hour(7 + index), (visits * 0.55 * demandFrom(index)) / 0.82),
    ),
    courier: {
      everyMinutes: id === 'main' ? 10 : 45,
      places: 200,
      ride: lognormal(id === 'main' ? 2 : 25, 0.3),
    },
  }
}

/** Evenly over one hour in steps of five minutes; types in the order of the golden ratio, so that each has its share. */
function bookings(from: number, count: number): Booking[] {
  const total = visitTypes.reduce((sum, one) => sum + one.share, 0)
  return Array.from({ length: Math.round(count) }, (_, index) => {
    let left = (((from + index) * 0.618033988749895) % 1) * total
    const type = visitTypes.find((one) => {
      left -= one.share
      return left < 0
    })
    return { at: from + Math.floor((index / count) * 12) * 5, type: type?.id ?? 'fever' }
  })
}

/** So few that the fullest hour, at 5.8 minutes a visit, is a little more than they can do. */
function peakStaff(visits: number): number {
  return Math.ceil((visits * demandFrom(1) * 5.8) / 60 / 1.08)
}

/** `peak` people in the morning, and two fifths of them from before noon to the evening; half an hour to eat for each. */
export function collectors(site: string, peak: number): StaffMember[] {
  const member = (index: number, from: number, until: number): StaffMember => ({
    id: `${site}, collector ${index + 1}`,
    site,
    skills: ['collect'],
    shifts: meal(from, until, 4 + (index % 4) / 2),
    pace: [1, 0.9, 1.1, 0.95, 1.15][index % 5] ?? 1,
  })
  const late = Math.ceil(peak * 0.4)
  return [
    ...Array.from({ length: peak }, (_, index) => member(index, 7, 15)),
    ...Array.from({ length: late }, (_, index) => member(peak + index, 11.5, 19.5)),
  ]
}

const meal = (from: number, until: number, after: number) => [
  { from: hour(from), until: hour(from + after) },
  { from: hour(from + after) + 30, until: hour(until) },
]

/** Technicians by bench, early and late. Somebody checks and releases all day; the others do when their bench is empty. */
function bench(visits: number): StaffMember[] {
  const people = (skills: string[], minutesAVisit: number): StaffMember[] => {
    const busiest = Math.ceil((visits * demandFrom(1) * minutesAVisit) / 60 / 0.95)
    return [7, 12].flatMap((from) =>
      Array.from({ length: busiest }, (_, index) => ({
        id: `${skills[0]}, ${from === 7 ? 'early' : 'late'} ${index + 1}`,
        site: 'main',
        skills,
        shifts: meal(from, from + 9, 3.5 + (index % 3) / 2),
        pace: [1, 1.1, 0.9][index % 3] ?? 1,
      })),
    )
  }
  return [
    ...people(['haematology', 'release'], 1.6),
    ...people(['chemistry', 'release'], 0.9),
    ...people(['microscopy', 'release'], 2.7),
    ...people(['serology', 'release'], 1.2),
    ...people(['release'], 0.8),
  ]
}
