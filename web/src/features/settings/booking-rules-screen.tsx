import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import { changeBookingRules, settings } from '#contract/settings.ts'
import { queryFor } from '../../api/queries.ts'
import { TextField } from '../../ui/fields.tsx'
import { PartForm } from './part-form.tsx'

type Rule = Exclude<keyof BodyInput<typeof changeBookingRules>, 'version'>

const rules: readonly { name: Rule; label: string; hint: string; min: number; max: number }[] = [
  { name: 'horizonDays', label: t`Days ahead`, hint: t`How far ahead can be booked.`, min: 1, max: 730 },
  {
    name: 'cutOffMinutes',
    label: t`Cut-off, minutes`,
    hint: t`How long before a visit patients may still change or cancel it. You may at any time.`,
    min: 0,
    max: 10_080,
  },
  {
    name: 'stepMinutes',
    label: t`Step, minutes`,
    hint: t`Visits start at opening, and then at this interval.`,
    min: 5,
    max: 60,
  },
  {
    name: 'bufferMinutes',
    label: t`Buffer, minutes`,
    hint: t`Chair time that is kept free after each visit that is booked from now on.`,
    min: 0,
    max: 60,
  },
  {
    name: 'holdMinutes',
    label: t`Hold, minutes`,
    hint: t`How long a chosen time is held until it is booked.`,
    min: 1,
    max: 60,
  },
  {
    name: 'overbookLimit',
    label: t`Extra places`,
    hint: t`How many visits you may add at one time beyond the chairs. 0: none.`,
    min: 0,
    max: 10,
  },
  {
    name: 'majorityAge',
    label: t`Age of majority, years`,
    hint: t`From this age on a child is listed, so that you end who looks after them.`,
    min: 0,
    max: 30,
  },
]

/** The rules of booking. */
export function BookingRulesScreen() {
  const { data } = useSuspenseQuery(queryFor(settings))
  return (
    <PartForm title={t`Booking rules`} scope="rules" part={data.booking} endpoint={changeBookingRules}>
      <div className="cols-fit-240 grid items-start gap-5">
        {rules.map(({ name, ...field }) => (
          <TextField key={name} name={name} type="number" inputMode="numeric" step={1} required {...field} />
        ))}
      </div>
    </PartForm>
  )
}
