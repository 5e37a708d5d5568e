import { t } from '@lingui/core/macro'
import { addExpertRule, type MicrobiologySetup, setCultureTest } from '#contract/microbiology.ts'
import { cultureSpecimens, organismGroupNames, organismGroups } from '#contract/susceptibility.ts'
import { choicesIn, translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'

type CultureTest = MicrobiologySetup['cultures'][number]

/** Changes a culture, or makes a test of the catalogue one. */
export function CultureTestForm({
  of,
  tests,
  onClose,
}: {
  of: CultureTest | null
  /** Tests that are no cultures yet. */
  tests: readonly { code: string; name: string }[]
  onClose: () => void
}) {
  const form = useResourceForm(setCultureTest, {
    params: { test: of?.test ?? '' },
    of: of ?? { version: 0 },
    body: (held) => {
      const { test: _, name: _name, ...body } = held as typeof held & { test?: unknown; name?: unknown }
      return body
    },
    onDone: onClose,
  })
  const chosen = String(form.watch('test') ?? '')
  return of ? (
    <DialogForm
      form={form}
      scope="culture"
      onClose={onClose}
      title={t`Change ${of.name}`}
      submit={t`Save Changes`}
    >
      <Fields />
    </DialogForm>
  ) : chosen === '' ? (
    <DialogForm
      form={form}
      scope="culture"
      onClose={onClose}
      title={t`Set up a test as a culture`}
      submit={t`Add`}
    >
      <SelectField
        name="test"
        label={t`Test`}
        options={tests.map(({ code, name }) => ({ value: code, label: name }))}
        placeholder={t`Choose the test`}
        required
      />
    </DialogForm>
  ) : (
    <NewCulture
      code={chosen}
      name={tests.find(({ code }) => code === chosen)?.name ?? ''}
      onClose={onClose}
    />
  )
}

/** Opened once the test is chosen, since the call names it in its address. */
function NewCulture({ code, name, onClose }: { code: string; name: string; onClose: () => void }) {
  const form = useResourceForm(setCultureTest, {
    params: { test: code },
    of: { version: 0 },
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      scope="new-culture"
      onClose={onClose}
      title={t`Set up ${name} as a culture`}
      submit={t`Add`}
    >
      <Fields />
    </DialogForm>
  )
}

function Fields() {
  return (
    <>
      <SelectField
        name="specimen"
        label={t`Specimen`}
        options={choicesIn(cultureSpecimens)}
        placeholder={t`Choose the specimen`}
        required
      />
      <TextField
        name="finalDay"
        label={t`Day of the final reading`}
        hint={t`The day of inoculation is day 0.`}
        type="number"
        inputMode="numeric"
        min={1}
        max={60}
        required
      />
    </>
  )
}

/** Adds an expert rule, which is off at first. */
export function RuleForm({ setup, onClose }: { setup: MicrobiologySetup; onClose: () => void }) {
  const antibiotics = setup.antibiotics.map(({ code, name }) => ({ value: code, label: name }))
  const form = useResourceForm(addExpertRule, {
    body: ({ whenAntibiotic, whenCategory, ...held }) => ({
      ...held,
      whenAntibiotic: whenAntibiotic || null,
      whenCategory: whenAntibiotic ? (whenCategory ?? null) : null,
    }),
    onDone: onClose,
  })
  return (
    <DialogForm form={form} scope="rule" onClose={onClose} title={t`Add an expert rule`} submit={t`Add`}>
      <SelectField
        name="appliesTo"
        label={t`Organism or group`}
        placeholder={t`Choose the organism or group`}
        required
        options={[
          ...organismGroupNames.map((group) => ({ value: group, label: translated(organismGroups[group]) })),
          ...setup.organisms.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <div className="cols-fit-180 grid items-start gap-4">
        <SelectField
          name="whenAntibiotic"
          label={t`If this antibiotic`}
          placeholder={t`Always`}
          optional
          options={antibiotics}
        />
        <SelectField
          name="whenCategory"
          label={t`is`}
          placeholder={t`Choose the category`}
          optional
          options={['S', 'I', 'R'].map((value) => ({ value, label: value }))}
        />
      </div>
      <MultiSelect
        name="thenAntibiotics"
        label={t`Report these antibiotics as resistant`}
        choices={antibiotics}
        placeholder={t`Find an antibiotic`}
      />
      <TextArea name="about" label={t`Explanation and source`} rows={2} maxLength={500} required />
    </DialogForm>
  )
}
