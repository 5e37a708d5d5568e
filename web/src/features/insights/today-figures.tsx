import { plural, t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type insightsToday, urgentTarget } from '#contract/insights.ts'
import { timeOf } from '../../lib/times.ts'
import { Columns } from '../../ui/charts/columns.tsx'
import { Figure } from './figure.tsx'
import { toAppointments, toFloor, toList } from './leads.tsx'
import { type ListSearch, listAddress } from './list-search.ts'
import { sayCount, sayHour, sayLasting, sayShare } from './number-words.ts'

type Today = ResponseOf<typeof insightsToday>
type OfToday = { today: Today; site?: string | undefined }

export const zoneOf = ({ sites }: Today): string => sites[0]?.timeZone ?? 'UTC'

const dayOf = ({ sites }: Today) => ({ from: sites[0]?.day ?? '', to: sites[0]?.day ?? '' })
const behind = ({ today, site }: OfToday): ListSearch => listAddress.read({ ...dayOf(today), site })

export function WaitingNow({ today: { queue }, site }: OfToday) {
  const { waiting, serving, longestWaitMinutes: longest } = queue
  return (
    <Figure
      name={t`Waiting now`}
      to={toFloor(site)}
      kind="count"
      value={waiting}
      note={
        longest === null ? t`${serving} being seen` : t`longest ${sayLasting(longest)}, ${serving} being seen`
      }
    />
  )
}

export function VisitsToday({ today, site }: OfToday) {
  const { all, cancelled, came, booked } = today.visits
  return (
    <Figure
      name={t`Visits today`}
      to={toAppointments({ ...dayOf(today), site })}
      kind="count"
      value={all - cancelled}
      note={t`${sayCount(came)} came, ${sayCount(booked)} still to come`}
    />
  )
}

export function MissedToday({ today, site }: OfToday) {
  const { noShow, noShowShare } = today.visits
  return (
    <Figure
      name={t`No-shows today`}
      to={toAppointments({ ...dayOf(today), site, status: 'no_show' })}
      kind="count"
      value={noShow}
      note={noShowShare === null ? t`nobody was due yet` : t`${sayShare(noShowShare)} of those due`}
    />
  )
}

export function OpenTests({ today: { tasks }, site }: OfToday) {
  return (
    <Figure
      name={t`Open tests`}
      to={toList('open', { site })}
      kind="count"
      value={tasks.open}
      note={t`${sayCount(tasks.overdue)} overdue, ${sayCount(tasks.urgentOpen)} urgent`}
    />
  )
}

export function ToRelease({ today: { tasks, callbacks } }: OfToday) {
  const untold = plural(callbacks.open, {
    one: '# critical value not reported yet',
    other: '# critical values not reported yet',
  })
  const overdue = t`${sayCount(callbacks.overdue)} overdue`
  return (
    <Figure
      name={t`To release`}
      to={(name) => <Link to="/release">{name}</Link>}
      kind="count"
      value={tasks.toRelease}
      note={
        callbacks.open === 0
          ? t`every critical value was reported`
          : [untold, callbacks.overdue > 0 && overdue].filter(Boolean).join(', ')
      }
    />
  )
}

export function ReleasedToday(of: OfToday) {
  const { released, share } = of.today.turnaround
  return (
    <Figure
      name={t`Released today`}
      to={toList('tasks', behind(of))}
      kind="count"
      value={released}
      note={share === null ? t`nothing yet` : t`${sayShare(share)} in time`}
    />
  )
}

export function UrgentToday(of: OfToday) {
  return (
    <Figure
      name={t`Urgent in time`}
      to={toList('tasks', { ...behind(of), priority: 'high' })}
      kind="share"
      value={of.today.turnaround.urgent.share}
      note={t`target ${sayShare(urgentTarget.share)} within ${urgentTarget.minutes} min`}
    />
  )
}

export function RejectedToday(of: OfToday) {
  return (
    <Figure
      name={t`Rejected today`}
      to={toList('rejections', behind(of))}
      kind="count"
      value={of.today.rejected}
      note={t`samples`}
    />
  )
}

/** Today's visits over the hours. */
export function TodayByHour({ today }: OfToday) {
  const { hours, at } = today
  const now = Number(timeOf(at, zoneOf(today)).slice(0, 2))
  const known = hours.map(({ hour }) => hour)
  const [first, last] = [Math.min(8, ...known), Math.max(16, ...known)]
  const columns = Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index
    const found = hours.find((one) => one.hour === hour)
    return {
      key: String(hour),
      name: sayHour(hour),
      short: String(hour),
      parts: [found?.came ?? 0, found?.booked ?? 0, found?.noShow ?? 0],
    }
  })
  return (
    <Columns
      title={t`Visits by the hour`}
      nameOf={t`Hour`}
      partNames={[t`Attended`, t`Still to come`, t`No-show`]}
      columns={columns}
      marked={{ key: String(now), name: t`now` }}
    />
  )
}
