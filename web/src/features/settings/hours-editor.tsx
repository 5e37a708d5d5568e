import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { changeHours, type SettingsSite } from '#contract/settings.ts'
import { useFirstWeekday } from '../../api/use-first-weekday.ts'
import { namedWeekdays } from '../../lib/weeks.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { addHours, copyToAll, type Week, withMidnight } from './week.ts'

/** The opening hours of a site: any number of times for each day, none is a day on which it is closed. */
export function HoursEditor({ site }: { site: SettingsSite }) {
  const weekdays = namedWeekdays(useFirstWeekday())
  const form = useResourceForm(changeHours, {
    params: { id: site.id },
    of: site.hours,
    body: (_, { version }) => ({ week: shown.map(withMidnight), version }),
    guarded: true,
  })
  const week = (form.watch('week') ?? site.hours.week) as Week
  const setWeek = (next: Week) => form.change('week', next)
  // The server names a time by its place in what was sent, which is the order in which they are shown.
  const shown = weekdays.flatMap(({ weekday }) => week.filter((row) => row.weekday === weekday))
  return (
    <ResourceForm form={form} scope={`hours-${site.id}`}>
      <ul className="stack @container">
        {weekdays.map(({ weekday, name }) => (
          <li
            key={weekday}
            className="grid @max-[521px]:grid-cols-1 grid-cols-[144px_minmax(0,1fr)] items-start @max-[521px]:gap-1 gap-3 not-first:border-t py-2"
          >
            <span className="flex min-h-target items-center justify-between gap-2 font-550">
              {name}
              <Button
                variant="plain"
                icon
                aria-label={t`Add hours on ${name}`}
                onClick={() => setWeek(addHours(week, weekday))}
              >
                <PlusIcon />
              </Button>
            </span>
            <div className="stack min-h-target justify-center gap-2">
              {shown
                .filter((row) => row.weekday === weekday)
                .map((row) => (
                  <HoursRow
                    key={shown.indexOf(row)}
                    index={shown.indexOf(row)}
                    day={name}
                    row={row}
                    onChange={(change) =>
                      setWeek(week.map((one) => (one === row ? { ...row, ...change } : one)))
                    }
                    onRemove={() => setWeek(week.filter((one) => one !== row))}
                  />
                ))}
              {!week.some((row) => row.weekday === weekday) && (
                <span className="text-ink-soft">
                  <Trans>Closed</Trans>
                </span>
              )}
            </div>
          </li>
        ))}
      </ul>
      <FormActions>
        <SubmitButton pendingText={t`Saving…`}>
          <Trans>Save hours</Trans>
        </SubmitButton>
        <Button onClick={() => setWeek(copyToAll(week))}>
          <Trans>Monday’s hours for every day</Trans>
        </Button>
      </FormActions>
    </ResourceForm>
  )
}

function HoursRow({
  index,
  day,
  row,
  onChange,
  onRemove,
}: {
  index: number
  day: string
  row: Week[number]
  onChange: (change: Partial<Week[number]>) => void
  onRemove: () => void
}) {
  return (
    <div className="grid max-w-90 grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-end gap-2 [&>span]:pb-2.5 max-sm:[&_input::-webkit-calendar-picker-indicator]:hidden">
      <TextField
        name={`week.${index}.opens`}
        label={<span className="visually-hidden">{t`${day} opens`}</span>}
        type="time"
        required
        value={row.opens}
        onChange={(event) => onChange({ opens: event.target.value })}
      />
      <span aria-hidden="true">–</span>
      <TextField
        name={`week.${index}.closes`}
        label={<span className="visually-hidden">{t`${day} closes`}</span>}
        type="time"
        required
        // Midnight is the end of the day, for which a clock has no time of its own.
        value={row.closes === '24:00' ? '00:00' : row.closes}
        onChange={(event) => onChange({ closes: event.target.value })}
      />
      <Button variant="plain" icon aria-label={t`Remove these hours on ${day}`} onClick={onRemove}>
        <CloseIcon />
      </Button>
    </div>
  )
}
