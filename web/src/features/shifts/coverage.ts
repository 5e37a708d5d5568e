import type { WeekOfShifts } from '#contract/shifts.ts'

type Span = { from: string; until: string }

/** Times of opening at which nobody is planned. Local times of one day, as `HH:mm`, which compare as they stand. */
export function gapsOf(opens: readonly Span[], shifts: readonly Span[]): Span[] {
  const cover = shifts
    .map(({ from, until }) => ({ from, until: until <= from ? '24:00' : until }))
    .sort((a, b) => (a.from < b.from ? -1 : 1))
  return opens.flatMap(({ from, until }) => {
    const gaps: Span[] = []
    let covered = from
    for (const one of cover) {
      if (one.from >= until) break
      if (one.from > covered) gaps.push({ from: covered, until: one.from })
      if (one.until > covered) covered = one.until
    }
    if (covered < until) gaps.push({ from: covered, until })
    return gaps
  })
}

/** The shift that a day needs next: over its first gap, else over its opening. One until midnight ends at 00:00. */
export function neededShift(opens: readonly Span[], gaps: readonly Span[]): Span {
  const from = gaps[0]?.from ?? opens[0]?.from ?? '07:00'
  const until = gaps[0]?.until ?? opens.at(-1)?.until ?? '15:00'
  return { from, until: until === '24:00' ? '00:00' : until }
}

/** What reaches into a day: its own shifts, and what is left of those that began the evening before. */
export function shiftsOver(week: Pick<WeekOfShifts, 'shifts'>, day: string, dayBefore: string): Span[] {
  return [
    ...week.shifts.filter((one) => one.day === day),
    ...week.shifts
      .filter((one) => one.day === dayBefore && one.until <= one.from)
      .map(({ until }) => ({ from: '00:00', until })),
  ]
}
