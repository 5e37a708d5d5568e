import { t } from '@lingui/core/macro'
import { addPlace, changePlace, type PlaceDetail, placeKinds, placeUnits } from '#contract/temperatures.ts'
import { choicesIn } from '../../lib/translated.ts'
import type { Opener } from '../../screen/dialog-form.tsx'
import { NamedForm } from '../../screen/named-form.tsx'
import { SiteField } from '../../screen/site-field.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'

/** Adds a place, or changes one. */
export function PlaceForm({ of, opener }: { of: PlaceDetail | null; opener: Opener }) {
  const dialog = useFormDialog(of ? changePlace : addPlace, {
    ...(of
      ? { params: { id: of.id }, of: { ...of, ended: of.endedAt !== null } }
      : { start: { low: 2, high: 8, everyHours: 12 } }),
  })
  return (
    <NamedForm
      {...dialog}
      opener={opener}
      scope="place"
      of={of}
      adds={t`Add a monitored place`}
      most={80}
      nameHint={t`As on the label, for example Refrigerator 2.`}
      ended={t`Monitoring ended`}
    >
      <SelectField name="kind" label={t`Kind`} options={choicesIn(placeKinds)} required />
      {of === null && <SiteField />}
      <SelectField
        name="unit"
        label={t`Unit`}
        options={placeUnits.map((unit) => ({ value: unit, label: unit }))}
        required
      />
      <div className="cols-fit-136 grid items-start gap-4">
        <TextField name="low" label={t`Lowest value`} type="number" step="0.1" required />
        <TextField name="high" label={t`Highest value`} type="number" step="0.1" required />
      </div>
      <TextField
        name="everyHours"
        label={t`Hours between readings`}
        type="number"
        inputMode="numeric"
        min={1}
        max={168}
        required
      />
    </NamedForm>
  )
}
