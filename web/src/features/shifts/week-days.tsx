import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WeekOfShifts } from '#contract/shifts.ts'
import { addDays, longDay, sayDay } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon, WarningIcon } from '../../ui/icons.tsx'
import { gapsOf, neededShift, shiftsOver } from './coverage.ts'
import type { Chosen } from './shift-dialog.tsx'

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
    <ol
      className="max-[1101px]:cols-fill-220 grid grid-cols-7 gap-2"
      aria-label={t`Shifts at ${week.site.name}`}
    >
      {week.days.map(({ day, opens, booked }) => {
        const own = week.shifts.filter((one) => one.day === day)
        const gaps = gapsOf(opens, shiftsOver(week, day, addDays(day, -1)))
        return (
          <li key={day} className={`stack gap-2 rounded border p-3 ${day === today ? 'border-vial' : ''}`}>
            <h2 className="text-m first-letter:uppercase">
              {sayDay(day, today)}
              {day === today && <span className="hint font-400"> {longDay(day)}</span>}
            </h2>
            <p className="hint font-400">
              <span className="block">
                {opens.length === 0
                  ? t`Closed`
                  : opens.map(({ from, until }) => `${from}–${until}`).join(', ')}
              </span>{' '}
              <span className="block">
                <Trans>
                  <span className="figures">{booked}</span> booked
                </Trans>
              </span>
            </p>
            <ul className="stack gap-2">
              {own.map((shift) => (
                <li key={shift.id}>
                  <button
                    type="button"
                    className="min-h-target w-full cursor-pointer rounded border border-transparent bg-vial-soft p-2 text-start text-inherit hover:border-vial"
                    onClick={() => onChoose({ shift })}
                  >
                    <span className="block text-s tabular-nums">
                      {shift.from}–{shift.until}
                    </span>{' '}
                    <span className="wrap-anywhere block font-600 text-s">
                      {names.get(shift.technicianId) ?? t`Somebody who left`}
                    </span>
                    {shift.note && <span className="hint wrap-anywhere block">{shift.note}</span>}
                  </button>
                </li>
              ))}
            </ul>
            {gaps.length > 0 && (
              <p className="flex items-start gap-1 text-s">
                <WarningIcon />
                <span>
                  {own.length === 0
                    ? t`Nobody is planned`
                    : t`Nobody ${gaps.map(({ from, until }) => `${from}–${until}`).join(', ')}`}
                </span>
              </p>
            )}
            <Button
              variant="plain"
              aria-label={t`Add a shift on ${longDay(day)}`}
              onClick={() => onChoose({ day, ...neededShift(opens, gaps) })}
            >
              <PlusIcon />
              <Trans>Add</Trans>
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
