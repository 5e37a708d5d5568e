import { Link } from '@tanstack/react-router'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { HeatGrid } from '../../ui/charts/heat-grid.tsx'
import { Figure, Figures } from './figure.tsx'
import { sayLasting } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import type { Shown } from './shown.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** How full the collection chairs are, and when. */
export function ChairsSection({ shown: { now, was, before } }: { shown: Shown }) {
  const { chairs } = now
  return (
    <Section
      title="Chairs"
      about="Of the time in which the collection chairs are open; closures are left out. Of all tests and priorities."
    >
      <Figures>
        <Figure
          label={<Link to="/manager-dashboard/calendar">Booked</Link>}
          kind="share"
          value={shareOf(chairs.booked, chairs.open)}
          was={shareOf(was.chairs.booked, was.chairs.open)}
          before={before}
          note={`${sayLasting(chairs.booked)} of ${sayLasting(chairs.open)}`}
        />
        <Figure
          label={<Link to="/manager-dashboard/floor">In use</Link>}
          kind="share"
          value={shareOf(chairs.served, chairs.open)}
          was={shareOf(was.chairs.served, was.chairs.open)}
          before={before}
          note="from the call to the end"
        />
      </Figures>
      {chairs.hours.length === 0 ? (
        <ChartEmpty title="Chairs by hour">No chair was open in this period.</ChartEmpty>
      ) : (
        <Drawings>
          <ByHour title="Booked, by weekday and hour" hours={chairs.hours} read={({ booked }) => booked} />
          <ByHour title="In use, by weekday and hour" hours={chairs.hours} read={({ served }) => served} />
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
}: {
  title: string
  hours: readonly Hour[]
  read: (hour: Hour) => number
}) {
  const rows = [...new Set(hours.map(({ hour }) => hour))].sort((a, b) => a - b)
  return (
    <HeatGrid
      title={title}
      about="Per cent of the open time; a dash where no chair is open."
      corner="Hour"
      columns={weekdays.map((name) => ({ name, short: name.slice(0, 3) }))}
      rows={rows.map((hour) => ({
        name: `${String(hour).padStart(2, '0')}:00`,
        values: weekdays.map((_, index) => {
          const found = hours.find((one) => one.hour === hour && one.weekday === (index + 1) % 7)
          return found && found.open > 0 ? read(found) / found.open : null
        }),
      }))}
      say={(share) => String(Math.round(share * 100))}
    />
  )
}
