import type { WeekOfShifts } from '#contract/shifts.ts'
import { classNames } from '../../lib/class-names.ts'
import { addDays, longDay, sayDay } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon, WarningIcon } from '../../ui/icons.tsx'
import { gapsOf, neededShift, shiftsOver } from './coverage.ts'
import type { Chosen } from './shift-dialog.tsx'
import css from './shifts.module.css'

/** Seven days side by side, or under each other where it is narrow: what is open and booked, and who is there. */
export function WeekDays({
  week,
  today,
  onChoose,
}: {
  week: WeekOfShifts
  today: string
  onChoose: (chosen: Chosen) => void
}) {
  const names = new Map(week.people.map(({ id, fullName }) => [id, fullName]))
  return (
    <ol className={css.week} aria-label={`Shifts at ${week.site.name}`}>
      {week.days.map(({ day, opens, booked }) => {
        const own = week.shifts.filter((one) => one.day === day)
        const gaps = gapsOf(opens, shiftsOver(week, day, addDays(day, -1)))
        return (
          <li key={day} className={classNames(css.day, day === today && css.today)}>
            <h2 className={css.dayName}>
              {sayDay(day, today)}
              {day === today && <span className={css.soft}> {longDay(day)}</span>}
            </h2>
            <p className={css.soft}>
              <span className={css.line}>
                {opens.length === 0
                  ? 'Closed'
                  : opens.map(({ from, until }) => `${from}–${until}`).join(', ')}
              </span>{' '}
              <span className={css.line}>
                <span className="figures">{booked}</span> booked
              </span>
            </p>
            <ul className={css.shifts}>
              {own.map((shift) => (
                <li key={shift.id}>
                  <button type="button" className={css.shift} onClick={() => onChoose({ shift })}>
                    <span className={css.time}>
                      {shift.from}–{shift.until}
                    </span>{' '}
                    <span className={css.name}>{names.get(shift.technicianId) ?? 'Somebody who left'}</span>
                    {shift.note && <span className={css.note}>{shift.note}</span>}
                  </button>
                </li>
              ))}
            </ul>
            {gaps.length > 0 && (
              <p className={css.gap}>
                <WarningIcon />
                <span>
                  {own.length === 0
                    ? 'Nobody is planned'
                    : `Nobody ${gaps.map(({ from, until }) => `${from}–${until}`).join(', ')}`}
                </span>
              </p>
            )}
            <Button
              variant="plain"
              aria-label={`Add a shift on ${longDay(day)}`}
              onClick={() => onChoose({ day, ...neededShift(opens, gaps) })}
            >
              <PlusIcon />
              Add
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
