import { t } from '@lingui/core/macro'
import { addPlace, changePlace, type PlaceDetail, placeKinds, placeUnits } from '#contract/temperatures.ts'
import { choicesIn } from '../../lib/translated.ts'
import { NamedForm } from '../../screen/named-form.tsx'
import { SiteField } from '../../screen/site-field.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'

/** Adds a place, or changes one. */
export function PlaceForm({ of, onClose }: { of: PlaceDetail | null; onClose: () => void }) {
  const form = useResourceForm(of ? changePlace : addPlace, {
    ...(of
      ? { params: { id: of.id }, of: { ...of, ended: of.endedAt !== null } }
      : { start: { low: 2, high: 8, everyHours: 12 } }),
    onDone: onClose,
  })
  return (
    <NamedForm
      form={form}
      scope="place"
      onClose={onClose}
      of={of}
      adds={t`Add a place`}
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
        <TextField
          name="everyHours"
          label={t`Hours between readings`}
          type="number"
          inputMode="numeric"
          min={1}
          max={168}
          required
        />
      </div>
    </NamedForm>
  )
}
