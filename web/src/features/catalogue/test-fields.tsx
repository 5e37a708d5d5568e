import { t } from '@lingui/core/macro'
import type { CatalogueTest, TestEntry } from '#contract/catalogue.ts'
import { collections } from '#contract/options.ts'
import { specialtyNames } from '#contract/specialties.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { linesOf, numberOrText } from './form-values.ts'
import { collectionWords } from './kind-words.ts'

const everyone = 'everyone'
const specialties = [
  { value: everyone, label: t`Every technician` },
  ...specialtyNames.map((name) => ({ value: name, label: name })),
]
const given = collections.map((value) => ({ value, label: collectionWords[value] }))

const onReports = {
  method: { label: t`Method`, hint: t`As reports state it.` },
  instrument: { label: t`Instrument`, hint: t`As reports state it.` },
  referredTo: { label: t`Referred to`, hint: t`The laboratory that does it, if it is done elsewhere.` },
} as const

/** What is said of a test, to patients and at the bench: of one that is there, or of one that is added. */
export function TestFields({
  test,
  others,
}: {
  test: CatalogueTest | null
  /** The tests of the catalogue: their tubes and specimens are offered. */
  others: readonly TestEntry[]
}) {
  return (
    <>
      <TextArea
        name="about"
        label={t`About`}
        rows={2}
        required
        maxLength={500}
        defaultValue={test?.about}
        hint={t`For patients, in a sentence.`}
      />
      <TextArea
        name="preparation"
        label={t`Preparation`}
        optional
        rows={3}
        maxLength={1000}
        defaultValue={test?.preparation}
        hint={t`What the patient does beforehand; shown before a visit is confirmed.`}
      />
      <CheckboxField
        name="fasting"
        label={t`The patient comes fasting: mornings are offered first`}
        defaultChecked={test?.fasting}
      />
      <div className="cols-fit-220 grid items-start gap-5">
        <SelectField
          name="collection"
          label={t`The patient gives`}
          required
          {...(!test && { placeholder: t`Choose` })}
          defaultValue={test?.collection}
          options={given}
          hint={t`A visit is as long as what is given takes.`}
        />
        <KnownField
          name="specimen"
          label={t`Specimen`}
          known={others.map(({ specimen }) => specimen)}
          value={test?.specimen}
          hint={t`As the label and the report name it.`}
        />
        <KnownField
          name="tube"
          label={t`Tube`}
          known={others.map(({ tube }) => tube)}
          value={test?.tube}
          hint={t`Tests of the same tube share one.`}
        />
      </div>
      <div className="cols-fit-220 grid items-start gap-5">
        <TextField
          name="turnaroundHours"
          label={t`Turnaround in hours`}
          required
          inputMode="decimal"
          autoComplete="off"
          defaultValue={test?.turnaroundHours}
          hint={t`From the sample to the result.`}
        />
        <TextField
          name="expectedMinutes"
          label={t`Expected minutes`}
          required
          inputMode="numeric"
          autoComplete="off"
          defaultValue={test?.expectedMinutes}
          hint={t`Of work at the bench.`}
        />
        <SelectField
          name="specialty"
          label={t`Done by`}
          required
          {...(!test && { placeholder: t`Choose` })}
          defaultValue={test ? (test.specialty ?? everyone) : undefined}
          options={specialties}
          hint={t`Technicians with this specialty see its tasks.`}
        />
      </div>
      <div className="cols-fit-220 grid items-start gap-5">
        <TextField
          name="stableHours"
          label={t`Stable at room temperature, hours`}
          optional
          inputMode="numeric"
          autoComplete="off"
          defaultValue={test?.stableHours ?? undefined}
          hint={t`How old a tube may be when the test is added to it.`}
        />
        <TextField
          name="stableColdHours"
          label={t`Stable in the refrigerator, hours`}
          optional
          inputMode="numeric"
          autoComplete="off"
          defaultValue={test?.stableColdHours ?? undefined}
        />
      </div>
      <div className="cols-fit-220 grid items-start gap-5">
        {(['method', 'instrument', 'referredTo'] as const).map((name) => (
          <TextField
            key={name}
            name={name}
            optional
            maxLength={120}
            autoComplete="off"
            defaultValue={test?.[name]}
            {...onReports[name]}
          />
        ))}
      </div>
      <TextArea
        name="instructions"
        label={t`Instructions`}
        optional
        rows={4}
        maxLength={2000}
        defaultValue={test?.instructions}
        hint={t`For whoever does the test.`}
      />
      <TextArea
        name="equipment"
        label={t`Equipment`}
        optional
        rows={Math.max(3, (test?.equipment.length ?? 0) + 1)}
        defaultValue={test?.equipment.join('\n')}
        hint={t`One thing on each line.`}
      />
    </>
  )
}

/** A text for which what other tests say is offered. */
function KnownField({
  name,
  label,
  known,
  value,
  hint,
}: {
  name: string
  label: string
  known: readonly string[]
  value: string | undefined
  hint: string
}) {
  const list = `known-${name}`
  return (
    <>
      <TextField
        name={name}
        label={label}
        required
        maxLength={120}
        autoComplete="off"
        list={list}
        defaultValue={value}
        hint={hint}
      />
      <datalist id={list}>
        {[...new Set(known)].sort().map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}

/** What is no number goes as it was typed: the server names the field and says what is wrong. */
export function testFieldsOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    name: text('name'),
    label: text('label') || text('name'),
    about: text('about'),
    specimen: text('specimen'),
    collection: text('collection'),
    preparation: text('preparation'),
    fasting: form.has('fasting'),
    turnaroundHours: numberOrText(text('turnaroundHours')),
    tube: text('tube'),
    stableHours: text('stableHours') === '' ? null : numberOrText(text('stableHours')),
    stableColdHours: text('stableColdHours') === '' ? null : numberOrText(text('stableColdHours')),
    method: text('method'),
    instrument: text('instrument'),
    referredTo: text('referredTo'),
    instructions: text('instructions'),
    equipment: linesOf(text('equipment')),
    expectedMinutes: numberOrText(text('expectedMinutes')),
    specialty: text('specialty') === everyone ? null : text('specialty'),
    bookable: form.has('bookable'),
  }
}
