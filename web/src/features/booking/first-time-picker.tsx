import { t } from '@lingui/core/macro'
import { sayDay } from '../../lib/times.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { useExpectedWaits } from './expected-wait.ts'
import type { FirstTimes } from './first-times.ts'
import type { OfferedStart } from './offered-days.ts'
import { TimeRadio } from './time-radio.tsx'

/** The first free times of the next days as radio buttons, so that most people book without opening a calendar. */
export function FirstTimePicker({
  times,
  today,
  chosen,
  about,
  error,
  onChoose,
}: {
  times: FirstTimes
  today: string
  chosen: string | null
  about: string | null
  error: string | undefined
  onChoose: (choice: { day: string; startsAt: string }) => void
}) {
  return (
    <FieldGroup name="scheduleTime" label={t`Date and Time`} error={error} hint={about ?? undefined}>
      {times.map(({ day, starts }) => (
        <DayTimes
          key={day}
          day={day}
          name={capital(sayDay(day, today))}
          starts={starts}
          chosen={chosen}
          onChoose={(start) => onChoose({ day, startsAt: start.at })}
        />
      ))}
    </FieldGroup>
  )
}

function DayTimes({
  day,
  name,
  starts,
  chosen,
  onChoose,
}: {
  day: string
  name: string
  starts: readonly OfferedStart[]
  chosen: string | null
  onChoose: (start: OfferedStart) => void
}) {
  const waitAt = useExpectedWaits(day)
  return (
    <fieldset className="min-w-0 [&+fieldset]:mt-2">
      <legend className="hint mb-1.5">{name}</legend>
      <div className="grid grid-cols-3 gap-1.5">
        {starts.map((start) => (
          <TimeRadio
            key={start.at}
            name="scheduleTime-choice"
            start={start}
            day={name}
            checked={chosen === start.at}
            wait={waitAt(start.time)}
            onChoose={() => onChoose(start)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
