import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { addDhis2Line, type CountedLine, changeDhis2Line, readDhis2Tests } from '#contract/dhis2.ts'
import { queryFor } from '../../api/queries.ts'
import { NamedForm } from '../../screen/named-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ResultFields } from './result-fields.tsx'
import { uidProps } from './uid-props.ts'

/** Adds what is counted, or changes it. */
export function LineForm({ of, onClose }: { of: CountedLine | null; onClose: () => void }) {
  const { tests } = useSuspenseQuery(queryFor(readDhis2Tests)).data
  const start = { testCode: '', analyteCode: '', outcome: 'any', values: [], gender: '' }
  const form = useResourceForm(of ? changeDhis2Line : addDhis2Line, {
    ...(of ? { params: { id: of.id }, of: asHeld(of) } : { start }),
    onDone: onClose,
  })
  return (
    <NamedForm
      form={form}
      scope="line"
      onClose={onClose}
      of={of}
      adds={t`Add a line`}
      nameHint={t`As in the form of DHIS2, for example Malaria positive, under 5 years.`}
      ended={t`No longer counted`}
    >
      <TextField name="dataElement" label={t`Data element`} required {...uidProps} />
      <TextField
        name="categoryOptionCombo"
        label={t`Category option combination`}
        hint={t`Empty: the default.`}
        optional
        {...uidProps}
      />
      <ResultFields
        tests={tests}
        watch={form.watch}
        wholeTest={t`The test as a whole`}
        outcomeLabel={t`Results that are counted`}
      />
      <SelectField
        name="gender"
        label={t`Gender`}
        placeholder={t`All`}
        options={[
          { value: 'female', label: t`Female` },
          { value: 'male', label: t`Male` },
        ]}
      />
      <div className="cols-fit-180 grid items-start gap-4">
        <TextField name="fromAge" label={t`From age in years`} optional {...ageProps} />
        <TextField name="toAge" label={t`To age in years`} hint={t`Inclusive.`} optional {...ageProps} />
      </div>
    </NamedForm>
  )
}

const ageProps = { type: 'number', inputMode: 'numeric', min: 0, max: 150 } as const

const asHeld = ({ id: _, test, analyte, ...line }: CountedLine) => ({
  ...line,
  testCode: test.code,
  analyteCode: analyte?.code ?? '',
  categoryOptionCombo: line.categoryOptionCombo ?? '',
  gender: line.gender ?? '',
  ended: false,
})
