import { t } from '@lingui/core/macro'
import { type AddableTest, addVisitTests } from '#contract/bench.ts'
import { spaced } from '../../../lib/accession.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { CheckboxField } from '../../../ui/fields.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'

/** Asks which tests are added, and shows for each whether a tube serves. */
export function AddTests({ visitId, addable }: { visitId: string; addable: readonly AddableTest[] }) {
  const dialog = useFormDialog(addVisitTests, {
    params: { id: visitId },
    // A single checkbox holds its value or false; several checkboxes hold a list.
    body: ({ tests: chosen, collectAgain }) => ({
      tests: chosen,
      collectAgain: [collectAgain ?? []].flat().filter(Boolean),
    }),
  })
  const { tests = [] } = dialog.form.watch()
  const onTubes = addable.filter(({ name, accession }) => accession !== null && tests.includes(name))
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Add tests` }}
      title={t`Add tests`}
      leave={t`Cancel`}
      disabled={tests.length === 0}
      submit={t`Add`}
    >
      {/* Room for the list of the tests. */}
      <div className="min-h-80">
        <MultiSelect
          name="tests"
          label={t`Tests`}
          choices={addable.map((test) => ({ value: test.name, label: test.name, note: sayTube(test) }))}
          placeholder={t`Type part of the name`}
        />
      </div>
      {onTubes.map(({ name, accession }) => (
        <CheckboxField
          key={name}
          name="collectAgain"
          value={name}
          label={t`${name}: too little is left in ${spaced(accession ?? '')}, collect again`}
        />
      ))}
    </DialogForm>
  )
}

function sayTube({ accession, place, whyNoTube }: AddableTest): string {
  const number = spaced(accession ?? '')
  if (accession !== null && place !== '') return t`From tube ${number}: ${place}`
  return accession === null ? t`A new tube is collected. ${whyNoTube ?? ''}` : t`From tube ${number}`
}
