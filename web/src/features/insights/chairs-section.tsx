import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useFirstWeekday } from '../../api/use-first-weekday.ts'
import { namedWeekdays } from '../../lib/weeks.ts'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { HeatGrid } from '../../ui/charts/heat-grid.tsx'
import { InTurns } from '../../ui/in-turns.tsx'
import { Figure, Figures } from './figure.tsx'
import { type Lead, toList } from './leads.tsx'
import { sayHour, sayLasting } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import type { Shown } from './shown.ts'

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** How full the collection chairs are, and when. */
export function ChairsSection({ shown }: { shown: Shown }) {
  const { behind } = shown
  const { chairs } = shown.now
  const list = { ...behind, test: undefined, priority: undefined }
  const served = { ...list, chairs: 'true' as const }
  return (
    <Section
      id="chairs"
      title={t`Chairs`}
      about={t`Of the time in which the collection chairs are open; closures are left out. Of all tests and priorities.`}
    >
      <Figures>
        <Figure
          name={t`Booked`}
          to={toList('booked', list)}
          kind="share"
          of={shown}
          read={(figures) => shareOf(figures.chairs.booked, figures.chairs.open)}
          note={t`${sayLasting(chairs.booked)} of ${sayLasting(chairs.open)}`}
        />
        <Figure
          name={t`In use`}
          to={toList('served', served)}
          kind="share"
          of={shown}
          read={(figures) => shareOf(figures.chairs.served, figures.chairs.open)}
          note={t`from the call to the end`}
        />
      </Figures>
      {chairs.hours.length === 0 ? (
        <ChartEmpty title={t`Chairs by hour`}>
          <Trans>No chair was open in this period.</Trans>
        </ChartEmpty>
      ) : (
        <Drawings>
          <InTurns waiting={null}>
            <ByHour
              title={t`Booked, by weekday and hour`}
              hours={chairs.hours}
              read={({ booked }) => booked}
              lead={(hour) => toList('booked', { ...list, ...hour })}
            />
            <ByHour
              title={t`In use, by weekday and hour`}
              hours={chairs.hours}
              read={({ served: minutes }) => minutes}
              lead={(hour) => toList('served', { ...served, ...hour })}
            />
          </InTurns>
        </Drawings>
      )}
    </Section>
  )
}

type Hour = Shown['now']['chairs']['hours'][number]

function ByHour({
  title,
  hours,
  read,
  lead,
}: {
  title: string
  hours: readonly Hour[]
  read: (hour: Hour) => number
  /** The list behind each hour. */
  lead: (hour: { weekday: number; hour: number }) => Lead
}) {
  const weekdays = namedWeekdays(useFirstWeekday())
  const rows = [...new Set(hours.map(({ hour }) => hour))].sort((a, b) => a - b)
  return (
    <HeatGrid
      title={title}
      about={t`Per cent of the open time; a dash where no chair is open. Each leads to its list.`}
      corner={t`Hour`}
      columns={weekdays.map(({ name }) => ({ name, short: name.slice(0, 3) }))}
      rows={rows.map((hour) => ({
        name: sayHour(hour),
        values: weekdays.map(({ weekday }) => {
          const found = hours.find((one) => one.hour === hour && one.weekday === weekday)
          return found && found.open > 0 ? read(found) / found.open : null
        }),
      }))}
      say={(share) => String(Math.round(share * 100))}
      lead={(said, { row, column }) => {
        const { weekday = 0, name = '' } = weekdays[column] ?? {}
        const hour = rows[row] ?? 0
        const at = sayHour(hour)
        // A number by itself says nothing to whoever hears the links one after the other.
        return lead({ weekday, hour })(
          <Trans>
            {said}
            <span className="visually-hidden">
              {' '}
              per cent, {name} {at}
            </span>
          </Trans>,
        )
      }}
    />
  )
}
