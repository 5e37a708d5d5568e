import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { addDhis2Line, type CountedLine, changeDhis2Line, readDhis2Tests } from '#contract/dhis2.ts'
import { dhis2Outcomes } from '#contract/dhis2-states.ts'
import { queryFor } from '../../api/queries.ts'
import { choicesIn } from '../../lib/translated.ts'
import { NamedForm } from '../../screen/named-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'

/** Adds what is counted, or changes it. */
export function LineForm({ of, onClose }: { of: CountedLine | null; onClose: () => void }) {
  const { data } = useQuery(queryFor(readDhis2Tests))
  const start = { testCode: '', analyteCode: '', outcome: 'any', values: [], gender: '' }
  const form = useResourceForm(of ? changeDhis2Line : addDhis2Line, {
    ...(of ? { params: { id: of.id }, of: asHeld(of) } : { start }),
    onDone: onClose,
  })
  const tests = data?.tests ?? []
  const analytes = tests.find(({ code }) => code === form.watch('testCode'))?.analytes ?? []
  const options = analytes.find(({ code }) => code === form.watch('analyteCode'))?.options ?? []
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
      <div className="cols-fit-180 grid items-start gap-4">
        <TextField name="dataElement" label={t`Data element`} required {...uidProps} />
        <TextField
          name="categoryOptionCombo"
          label={t`Category option combination`}
          hint={t`Empty: the default.`}
          optional
          {...uidProps}
        />
      </div>
      <SelectField
        name="testCode"
        label={t`Test`}
        required
        placeholder={t`Select`}
        options={tests.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <SelectField
        name="analyteCode"
        label={t`Analyte`}
        placeholder={t`The test as a whole`}
        options={analytes.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <SelectField
        name="outcome"
        label={t`Results that are counted`}
        options={choicesIn(dhis2Outcomes)}
        required
      />
      {form.watch('outcome') === 'values' && (
        <MultiSelect
          name="values"
          label={t`Values`}
          placeholder={t`Find a value`}
          choices={options.map((option) => ({ value: option, label: option }))}
        />
      )}
      <div className="cols-fit-136 grid items-start gap-4">
        <SelectField
          name="gender"
          label={t`Gender`}
          placeholder={t`All`}
          options={[
            { value: 'female', label: t`Female` },
            { value: 'male', label: t`Male` },
          ]}
        />
        <TextField name="fromAge" label={t`From age in years`} optional {...ageProps} />
        <TextField name="toAge" label={t`To age in years`} hint={t`Inclusive.`} optional {...ageProps} />
      </div>
    </NamedForm>
  )
}

const uidProps = { maxLength: 11, autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
const ageProps = { type: 'number', inputMode: 'numeric', min: 0, max: 150 } as const

const asHeld = ({ id: _, test, analyte, ...line }: CountedLine) => ({
  ...line,
  testCode: test.code,
  analyteCode: analyte?.code ?? '',
  categoryOptionCombo: line.categoryOptionCombo ?? '',
  gender: line.gender ?? '',
  ended: false,
})
