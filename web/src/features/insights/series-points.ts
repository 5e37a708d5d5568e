import { t } from '@lingui/core/macro'
import { addDays, longDay } from '../../lib/times.ts'
import type { LinePoint } from '../../ui/charts/line-chart.tsx'
import type { Lead } from './leads.tsx'
import type { Series, Shown } from './shown.ts'

type Moment = Series['moments'][number]

const shortMonths = t`Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec`.split(' ')

/** "12 May". */
export const shortDay = (day: string): string =>
  `${Number(day.slice(8))} ${shortMonths[Number(day.slice(5, 7)) - 1]}`

/** "Tuesday 12 May 2026", "12 May to 18 May". */
const sayMoment = ({ from, to }: { from: string; to: string }) =>
  from === to ? longDay(from) : t`${shortDay(from)} to ${shortDay(to)}`

/** The days or weeks of the period, each compared with the corresponding day or week of the earlier period. */
export function pointsOf(
  { series, seriesBefore, today }: Pick<Shown, 'series' | 'seriesBefore' | 'today'>,
  read: (moment: Moment) => number | null,
  lead: (days: { from: string; to: string }) => Lead,
): LinePoint[] {
  return series.moments.map((moment, index) => {
    const earlier = seriesBefore?.moments[index]
    const unfinished = moment.from <= today && today <= moment.to
    return {
      key: moment.from,
      name: sayMoment(moment),
      unfinished,
      short: shortDay(moment.from),
      value: read(moment),
      before: earlier ? read(earlier) : null,
      lead: lead({ from: moment.from, to: moment.to })(sayMoment(moment)),
    }
  })
}

/** The days from a Monday on that lie in the period. */
export function daysOfWeek(week: string, { from, to }: { from: string; to: string }) {
  const last = addDays(week, 6)
  return { from: week < from ? from : week, to: last > to ? to : last }
}
