import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { sharesOf } from './arrival-mix.ts'
import type { Changes } from './changes.ts'
import { sayMinute } from './minute-words.ts'
import { PeopleForm } from './people-form.tsx'
import { peopleAt } from './plan-changes.ts'
import { demandRange, mostChairs } from './planner-search.ts'
import { sayPeople } from './say-changes.ts'
import { Slider } from './slider.tsx'

type FormProps = {
  plan: Plan
  changed: Plan
  changes: Changes
  hours: Span
  onChange: (next: Partial<Changes>) => void
}

/** Everything that can be tried, with what it was. */
export function ChangesForm(props: FormProps) {
  return (
    <section aria-labelledby="changes-title" className="stack items-stretch gap-4 [&_h2]:text-xl">
      <h2 id="changes-title">
        <Trans>Change</Trans>
      </h2>
      <People {...props} />
      <Places {...props} />
      <Arrivals {...props} />
    </section>
  )
}

function People({ changes, changed, hours, onChange }: FormProps) {
  const { people, roster } = changes
  const chairs = changed.sites[0]?.chairs ?? 0
  const crowded = fullestHour(changed)
  return (
    <fieldset className="stack min-w-0 gap-4 border-t pt-4 [&_legend+*]:[clear:both] [&_legend]:float-start [&_legend]:p-0 [&_legend]:font-650">
      <legend>
        <Trans>People at the chairs</Trans>
      </legend>
      {roster && (
        <p className="flex items-center justify-between gap-3">
          <span className="first-letter:uppercase">
            <Trans>
              Roster:{' '}
              {roster
                .map((line) => `${line.count} × ${sayMinute(line.from)}–${sayMinute(line.until)}`)
                .join(', ')}
            </Trans>
          </span>
          <Button variant="plain" onClick={() => onChange({ roster: null })}>
            <Trans>
              Remove<span className="visually-hidden"> the roster</span>
            </Trans>
          </Button>
        </p>
      )}
      {people.length > 0 && (
        <ul className="stack gap-1">
          {people.map((edit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of the same are two.
            <li key={index} className="flex items-center justify-between gap-3">
              <span className="first-letter:uppercase">{sayPeople(edit)}</span>
              <Button
                variant="plain"
                onClick={() => onChange({ people: people.filter((_, other) => other !== index) })}
              >
                <Trans>
                  Remove<span className="visually-hidden"> {sayPeople(edit)}</span>
                </Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PeopleForm hours={hours} onAdd={(edit) => onChange({ people: [...people, edit] })} />
      {crowded && crowded.people > chairs && (
        <p className="hint">
          <Trans>
            {chairs === 1
              ? t`At ${sayMinute(crowded.from)} there are ${Math.round(crowded.people)} people for 1 chair: the others wait for it.`
              : t`At ${sayMinute(crowded.from)} there are ${Math.round(crowded.people)} people for ${chairs} chairs: the others wait for one.`}
          </Trans>
        </p>
      )}
    </fieldset>
  )
}

function fullestHour(plan: Plan): { from: number; people: number } | undefined {
  return Array.from({ length: 24 }, (_, hour) => {
    const span = { from: hour * 60, until: hour * 60 + 60 }
    return { from: span.from, people: peopleAt(plan, span) }
  }).sort((a, b) => b.people - a.people)[0]
}

function Places({ plan, changes, hours, onChange }: FormProps) {
  const was = plan.sites[0]?.chairs ?? 1
  return (
    <fieldset className="stack min-w-0 gap-4 border-t pt-4 [&_legend+*]:[clear:both] [&_legend]:float-start [&_legend]:p-0 [&_legend]:font-650">
      <legend>
        <Trans>Hours and chairs</Trans>
      </legend>
      <div className="grid grid-cols-[1fr_1fr] items-end gap-3">
        <TimeField
          name="opens"
          label={t`Opens`}
          was={hours.from}
          value={changes.opens}
          allowed={(minute) => minute < (changes.closes ?? hours.until)}
          onValue={(opens) => onChange({ opens })}
        />
        <TimeField
          name="closes"
          label={t`Closes`}
          was={hours.until}
          value={changes.closes}
          allowed={(minute) => minute > (changes.opens ?? hours.from)}
          onValue={(closes) => onChange({ closes })}
        />
      </div>
      {(changes.opens !== null || changes.closes !== null) && (
        <p className="hint">
          <Trans>The same people come within these hours. Shifts stay where they are.</Trans>
        </p>
      )}
      <SelectField
        name="chairs"
        label={t`Chairs`}
        hint={t`As it was: ${was}`}
        value={String(changes.chairs ?? was)}
        options={Array.from({ length: Math.max(mostChairs, was) }, (_, index) => {
          const count = String(index + 1)
          return { value: count, label: count }
        })}
        onChange={({ target }) =>
          onChange({ chairs: Number(target.value) === was ? null : Number(target.value) })
        }
      />
    </fieldset>
  )
}

function TimeField({
  name,
  label,
  was,
  value,
  allowed,
  onValue,
}: {
  name: string
  label: string
  was: number
  value: number | null
  allowed: (minute: number) => boolean
  onValue: (minute: number | null) => void
}) {
  const halves = Array.from({ length: 49 }, (_, index) => index * 30)
  const minutes = [...new Set([...halves, was, value ?? was])].filter(allowed).sort((a, b) => a - b)
  return (
    <SelectField
      name={name}
      label={label}
      hint={t`As it was: ${sayMinute(was)}`}
      value={String(value ?? was)}
      options={minutes.map((minute) => ({ value: String(minute), label: sayMinute(minute) }))}
      onChange={({ target }) => onValue(Number(target.value) === was ? null : Number(target.value))}
    />
  )
}

const percent = (value: number) => `${value} %`

function Arrivals({ plan, changes, onChange }: FormProps) {
  const was = sharesOf(plan)
  const share = (part: number) => Math.round(part * 100)
  return (
    <fieldset className="stack min-w-0 gap-4 border-t pt-4 [&_legend+*]:[clear:both] [&_legend]:float-start [&_legend]:p-0 [&_legend]:font-650">
      <legend>
        <Trans>Patients</Trans>
      </legend>
      <Slider
        name="demand"
        label={t`People`}
        min={demandRange.least}
        max={demandRange.most}
        step={5}
        value={changes.demand}
        say={(value) =>
          value === 100 ? t`as many` : `${value > 100 ? '+' : '−'} ${Math.abs(value - 100)} %`
        }
        onValue={(demand) => onChange({ demand })}
      />
      <Slider
        name="walkins"
        label={t`Without an appointment`}
        min={0}
        max={100}
        step={1}
        value={changes.walkIns ?? share(was.walkIns)}
        say={percent}
        onValue={(value) => onChange({ walkIns: value === share(was.walkIns) ? null : value })}
      />
      <Slider
        name="stat"
        label={t`Urgent (STAT)`}
        min={0}
        max={100}
        step={1}
        value={changes.stat ?? share(was.stat)}
        say={percent}
        onValue={(value) => onChange({ stat: value === share(was.stat) ? null : value })}
      />
    </fieldset>
  )
}
