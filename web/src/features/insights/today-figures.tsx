import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type insightsToday, urgentTarget } from '#contract/insights.ts'
import { timeOf } from '../../lib/times.ts'
import { Columns } from '../../ui/charts/columns.tsx'
import { Figure } from './figure.tsx'
import { ToAppointments, ToFloor } from './leads.tsx'
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
      label={
        <ToFloor site={site}>
          <Trans>Waiting now</Trans>
        </ToFloor>
      }
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
      label={
        <ToAppointments search={{ ...dayOf(today), site }}>
          <Trans>Visits today</Trans>
        </ToAppointments>
      }
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
      label={
        <ToAppointments search={{ ...dayOf(today), site, status: 'no_show' }}>
          <Trans>No-shows today</Trans>
        </ToAppointments>
      }
      kind="count"
      value={noShow}
      note={noShowShare === null ? t`nobody was due yet` : t`${sayShare(noShowShare)} of those due`}
    />
  )
}

export function OpenTests({ today: { tasks }, site }: OfToday) {
  return (
    <Figure
      label={
        <Link to="/manager-dashboard/insights/open" search={{ site }}>
          <Trans>Open tests</Trans>
        </Link>
      }
      kind="count"
      value={tasks.open}
      note={t`${sayCount(tasks.overdue)} overdue, ${sayCount(tasks.urgentOpen)} urgent`}
    />
  )
}

export function ToRelease({ today: { tasks, callbacks } }: OfToday) {
  const untold = plural(callbacks.open, {
    one: '# critical value not told yet',
    other: '# critical values not told yet',
  })
  const overdue = t`${sayCount(callbacks.overdue)} overdue`
  return (
    <Figure
      label={
        <Link to="/release">
          <Trans>To release</Trans>
        </Link>
      }
      kind="count"
      value={tasks.toRelease}
      note={
        callbacks.open === 0
          ? t`every critical value was told`
          : [untold, callbacks.overdue > 0 && overdue].filter(Boolean).join(', ')
      }
    />
  )
}

export function ReleasedToday(of: OfToday) {
  const { released, share } = of.today.turnaround
  return (
    <Figure
      label={
        <Link to="/manager-dashboard/insights/tasks" search={behind(of)}>
          <Trans>Released today</Trans>
        </Link>
      }
      kind="count"
      value={released}
      note={share === null ? t`nothing yet` : t`${sayShare(share)} in time`}
    />
  )
}

export function UrgentToday(of: OfToday) {
  return (
    <Figure
      label={
        <Link to="/manager-dashboard/insights/tasks" search={{ ...behind(of), priority: 'high' }}>
          <Trans>Urgent in time</Trans>
        </Link>
      }
      kind="share"
      value={of.today.turnaround.urgent.share}
      note={t`target ${sayShare(urgentTarget.share)} within ${urgentTarget.minutes} min`}
    />
  )
}

export function RejectedToday(of: OfToday) {
  return (
    <Figure
      label={
        <Link to="/manager-dashboard/insights/rejections" search={behind(of)}>
          <Trans>Rejected today</Trans>
        </Link>
      }
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
      partNames={[t`Came`, t`Still to come`, t`No-show`]}
      columns={columns}
      marked={{ key: String(now), name: t`now` }}
    />
  )
}
