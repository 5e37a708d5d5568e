import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { laboratory } from '#contract/sites.ts'
import { addStandingOrder, standingUnits } from '#contract/standing.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { requesterIn } from '../../lib/order-form.ts'
import { browserZone, dayOf } from '../../lib/times.ts'
import { choicesIn } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { SiteField } from '../../screen/site-field.tsx'
import { TestsField } from '../../screen/tests-field.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { useNow } from '../../ui/use-now.ts'
import { RequesterField } from './order-fields.tsx'

/** Adds a standing order for a person. */
export function StandingForm({ personId }: { personId: string }) {
  const { data: facts } = useQuery(queryFor(laboratory))
  const sites = useSeenSites(facts?.sites ?? [])
  const today = dayOf(useNow(), sites[0]?.timeZone ?? browserZone())
  const dialog = useFormDialog(addStandingOrder, {
    params: { id: personId },
    start: { every: 1, unit: 'month', remindDays: 7, from: '', until: '' },
    body: ({ order, until, ...held }) => ({ ...held, ...requesterIn({ order }), until: until || null }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Add a standing order` }}
      scope="standing"
      title={t`Add a standing order`}
      submit={t`Add`}
    >
      <TestsField />
      <div className="cols-fit-128 grid items-start gap-4">
        <TextField
          name="every"
          label={t`Every`}
          type="number"
          inputMode="numeric"
          min={1}
          max={52}
          required
        />
        <SelectField name="unit" label={t`Weeks or months`} options={choicesIn(standingUnits)} />
      </div>
      <div className="cols-fit-180 grid items-start gap-4">
        <DateField name="from" label={t`From`} min={today} required />
        <DateField
          name="until"
          label={t`Until`}
          min={today}
          hint={t`If it is empty, the order has no last day.`}
        />
      </div>
      <TextField
        name="remindDays"
        label={t`Message, days before the due day`}
        type="number"
        inputMode="numeric"
        min={1}
        max={30}
        required
        hint={t`The patient gets a message with a link to book. The message does not name the tests.`}
      />
      <RequesterField />
      <SiteField />
    </DialogForm>
  )
}
