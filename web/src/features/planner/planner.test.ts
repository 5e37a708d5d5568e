import { describe, expect, it } from 'vitest'
import { usualPlan } from '#simulation/laboratory/usual-plan.ts'
import { sharesOf, withMix } from './arrival-mix.ts'
import { type Changes, noChanges } from './changes.ts'
import { findExample } from './find-example.ts'
import { findRoster, shiftPatterns } from './find-roster.ts'
import { changedDay, peopleAt, staffHours } from './plan-changes.ts'
import { changesOf, plannerAddress, searchOf } from './planner-search.ts'
import { differenceOf, playDays } from './play-days.ts'
import { sayChanges, sayExample, sayOutcome } from './say-changes.ts'

const hours = { from: 7 * 60, until: 19 * 60 }
const plan = usualPlan({ visits: 120 })
const with_ = (changes: Partial<Changes>): Changes => ({ ...noChanges, ...changes })
const at = (from: number, until: number) => ({ from: from * 60, until: until * 60 })
const seeds = [1, 2, 3, 4, 5, 6]

/** A day of which everyone was noted: 60 people from eight on, every third with an appointment. */
const recordedPlan = {
  ...plan,
  sites: plan.sites.map((site) => ({
    ...site,
    walkIns: [],
    stat: [],
    booked: [],
    recorded: Array.from({ length: 60 }, (_, index) => ({
      arrivedAt: 480 + 2 * index,
      class: index % 3 === 0 ? ('appointment' as const) : ('walk-in' as const),
      appointmentAt: index % 3 === 0 ? 480 + 2 * index : null,
      type: 'fever',
      serviceMinutes: 5,
    })),
  })),
}

describe('a changed day', () => {
  it('has the people that were added, for their time and no longer', () => {
    const more = changedDay(plan, with_({ people: [{ count: 2, ...at(8, 10) }] }), hours)
    expect(peopleAt(more, at(8, 10)) - peopleAt(plan, at(8, 10))).toBe(2)
    expect(peopleAt(more, at(10, 11))).toBe(peopleAt(plan, at(10, 11)))
    expect(staffHours(more) - staffHours(plan)).toBe(4)
  })

  it('sends people home for a time and has them back after it, and never more than are there', () => {
    const fewer = changedDay(plan, with_({ people: [{ count: -1, ...at(8, 9) }] }), hours)
    expect(peopleAt(fewer, at(8, 9)) - peopleAt(plan, at(8, 9))).toBe(-1)
    expect(peopleAt(fewer, at(9, 10))).toBe(peopleAt(plan, at(9, 10)))
    const none = changedDay(plan, with_({ people: [{ count: -30, ...at(7, 19.5) }] }), hours)
    expect(staffHours(none)).toBe(0)
  })

  it('puts a roster in the place of those who collect, with half an hour to eat in a long day', () => {
    const roster = changedDay(plan, with_({ roster: [{ count: 2, ...at(7, 15) }] }), hours)
    expect(staffHours(roster)).toBe(15)
    expect(peopleAt(roster, at(11, 11.5))).toBe(0)
    expect(roster.staff.filter(({ skills }) => !skills.includes('collect'))).toEqual(
      plan.staff.filter(({ skills }) => !skills.includes('collect')),
    )
  })

  it('brings the same people into other opening hours, and more of them by demand', () => {
    const moved = changedDay(recordedPlan, with_({ opens: 9 * 60 }), hours)
    const arrivals = moved.sites[0]?.recorded?.map(({ arrivedAt }) => arrivedAt) ?? []
    expect(arrivals).toHaveLength(60)
    expect(arrivals[0]).toBeCloseTo(9 * 60 + (60 * 10) / 12)
    expect(changedDay(recordedPlan, with_({ demand: 150 }), hours).sites[0]?.recorded).toHaveLength(90)
  })

  it('stays as it was without a change', () => {
    expect(changedDay(recordedPlan, noChanges, hours)).toEqual(recordedPlan)
  })
})

describe('how people come', () => {
  it('changes by share, of those noted and of those to come, while as many come as before', () => {
    for (const day of [plan, recordedPlan]) {
      const mixed = sharesOf(withMix(day, { walkIns: 20, stat: 10 }))
      expect(mixed.walkIns).toBeCloseTo(0.2, 1)
      expect(mixed.stat).toBeCloseTo(0.1, 1)
    }
    const urgent = withMix(recordedPlan, { walkIns: null, stat: 50 }).sites[0]?.recorded ?? []
    expect(urgent.map(({ arrivedAt }) => arrivedAt)).toEqual(
      recordedPlan.sites[0]?.recorded.map(({ arrivedAt }) => arrivedAt),
    )
    expect(urgent.filter((one) => one.class === 'stat')).toHaveLength(30)
    expect(urgent.every((one) => (one.class === 'appointment') === (one.appointmentAt !== null))).toBe(true)
  })
})

describe('the played days', () => {
  it('show ranges that hold their middle, and shorter waits with another person', () => {
    const before = playDays(recordedPlan, seeds)
    const changes = with_({ people: [{ count: 1, ...at(8, 13) }], chairs: 10 })
    const after = playDays(changedDay(recordedPlan, changes, hours), seeds)
    for (const { low, median, high } of [before.wait, before.turnaround, after.wait]) {
      expect(low).toBeLessThanOrEqual(median)
      expect(median).toBeLessThanOrEqual(high)
    }
    // Lengths of service are drawn anew, so that days differ though everyone came at their minute.
    expect(before.wait.high).toBeGreaterThan(before.wait.low)
    expect(differenceOf(before, after).high).toBeLessThan(0)
    expect(sayOutcome(changes, before, after)).toMatch(
      /^One more technician from 8 to 13, ten chairs: mean wait \d+ → \d+ min, shorter by .* of ten simulated days\.$/,
    )
  })

  it('count who waits by the quarter of an hour, to as many minutes as everybody waited', () => {
    const played = playDays(recordedPlan, [1])
    const waited = played.waiting.reduce((sum, { median }) => sum + median * 15, 0)
    expect(waited).toBeCloseTo(played.wait.median * 60, 0)
  })
})

describe('the address', () => {
  it('carries a day and its changes there and back', () => {
    const changes = with_({
      people: [
        { count: 1, ...at(8, 10) },
        { count: -2, ...at(13.5, 15) },
      ],
      roster: [{ count: 3, ...at(7, 15) }],
      opens: 450,
      chairs: 5,
      demand: 120,
      stat: 0,
    })
    const search = searchOf({ day: '2026-03-09', site: undefined }, changes)
    expect(search).toMatchObject({ people: '1@8-10,-2@13:30-15', roster: '3@7-15', opens: '07:30', stat: 0 })
    expect(changesOf(plannerAddress.read(search))).toEqual(changes)
  })

  it('leaves out what means nothing', () => {
    const search = plannerAddress.read({
      day: 'soon',
      people: '99@8-10,1@10-8,x',
      roster: '-1@7-15',
      opens: '25',
      demand: '9999',
      chairs: 2.5,
    })
    expect(Object.values(search).filter((value) => value !== undefined)).toEqual([])
    expect(sayChanges(changesOf(search))).toBeNull()
  })
})

describe('the roster', () => {
  it('keeps nine of ten waits within the minutes on the days that are shown, and needs everybody on it', () => {
    const day = { ...plan, sites: plan.sites.map((site) => ({ ...site, chairs: 6 })) }
    const tries: number[] = []
    const found = findRoster(day, { minutes: 20, hours, onTry: (tried) => tries.push(tried) })
    if (!found) throw new Error('A roster was expected')
    expect(found.share).toBeGreaterThanOrEqual(0.9)
    expect(found.without).toBeLessThan(0.9)
    expect(tries.length).toBeGreaterThan(3)
    const changed = changedDay(day, with_({ roster: found.lines }), hours)
    expect(staffHours(changed)).toBeCloseTo(found.hours)
    expect(playDays(changed, seeds).longWait.low).toBeLessThan(25)
  })

  it('is nobody’s to find when one chair is too few', () => {
    const day = { ...usualPlan({ visits: 400 }) }
    const one = { ...day, sites: day.sites.map((site) => ({ ...site, chairs: 1 })) }
    expect(findRoster(one, { minutes: 10, hours, onTry: () => {} })).toBeNull()
  })

  it('is made of full and half days inside the opening hours', () => {
    for (const span of shiftPatterns(hours)) {
      expect(span.from).toBeGreaterThanOrEqual(hours.from)
      expect(span.until).toBeLessThanOrEqual(hours.until)
    }
    expect(shiftPatterns({ from: 480, until: 660 })).toEqual([{ from: 480, until: 660 }])
  })
})

describe('the example of a day', () => {
  it('adds one person in the two hours with the longest waits, and compares with the two hours of least effect', () => {
    // Everybody comes from 8 to 10, and one collects all day.
    const others = recordedPlan.staff.filter(({ skills }) => !skills.includes('collect'))
    const one = {
      id: 'Alone',
      site: recordedPlan.sites[0]?.id ?? '',
      skills: ['collect'],
      shifts: [hours],
      pace: 1,
    }
    const alone = { ...recordedPlan, staff: [...others, one] }
    const example = findExample(alone, hours)
    expect(example?.best.edit.count).toBe(1)
    expect(example?.best.edit.from).toBeGreaterThanOrEqual(7 * 60)
    expect(example?.best.edit.from).toBeLessThanOrEqual(10 * 60)
    if (!example) throw new Error('No example')
    const { before, best, least } = example
    expect(best.played.wait.median).toBeLessThan(before.wait.median * 0.8)
    expect(least.played.wait.median).toBeGreaterThan(best.played.wait.median)
    expect(sayExample(example)).toMatch(
      /^One more technician from \d+ to \d+: mean wait \d+ → \d+ min, shorter by .*\. The same from \d+ to \d+: \d+ → \d+ min\.$/,
    )
  })

  it('removes one person on a day with hardly any waiting', () => {
    const many = { ...plan, staff: plan.staff.flatMap((one) => [one, { ...one, id: `${one.id} too` }]) }
    expect(findExample(many, hours)?.best.edit.count).toBe(-1)
  })
})
