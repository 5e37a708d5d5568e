import { t } from '@lingui/core/macro'
import type { CatalogueTest, TestEntry } from '#contract/catalogue.ts'
import { collections } from '#contract/options.ts'
import { specialtyNames } from '#contract/specialties.ts'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { linesOf } from './form-values.ts'
import { collectionWords } from './kind-words.ts'

const everyone = 'everyone'
const specialties = [
  { value: everyone, label: t`Every technician` },
  ...specialtyNames.map((name) => ({ value: name, label: name })),
]
const given = collections.map((value) => ({ value, label: collectionWords[value] }))

const typed = 'typed'
const rapidTests = [
  { value: typed, label: t`Values are entered` },
  { value: '2', label: t`Two rapid tests` },
  { value: '3', label: t`Three rapid tests` },
]

const onReports = {
  method: { label: t`Method`, hint: t`As printed on reports.` },
  instrument: { label: t`Instrument`, hint: t`As printed on reports.` },
} as const

/** What is said of a test, to patients and at the bench: of one that is there, or of one that is added. */
export function TestFields({
  test,
  others,
}: {
  /** Null for a new test. */
  test: CatalogueTest | null
  /** The tests of the catalogue: their tubes and specimens are offered. */
  others: readonly TestEntry[]
}) {
  return (
    <>
      <TextArea
        name="about"
        label={t`Description`}
        rows={2}
        required
        maxLength={500}
        hint={t`One sentence for patients.`}
      />
      <TextArea
        name="preparation"
        label={t`Preparation`}
        optional
        rows={3}
        maxLength={1000}
        hint={t`What the patient does beforehand; shown before a visit is confirmed.`}
      />
      <CheckboxField name="fasting" label={t`The patient comes fasting: mornings are offered first`} />
      <div className="cols-fit-220 grid items-start gap-5">
        <SelectField
          name="collection"
          label={t`Collection type`}
          required
          {...(!test && { placeholder: t`Choose` })}
          options={given}
          hint={t`The length of a visit follows from the specimens of its tests.`}
        />
        <KnownField
          name="specimen"
          label={t`Specimen`}
          known={others.map(({ specimen }) => specimen)}
          hint={t`As printed on labels and reports.`}
        />
        <KnownField
          name="tube"
          label={t`Tube`}
          known={others.map(({ tube }) => tube)}
          hint={t`Tests of the same tube share one.`}
        />
      </div>
      <div className="cols-fit-220 grid items-start gap-5">
        <TextField
          name="turnaroundHours"
          numeric
          label={t`Turnaround time (hours)`}
          required
          inputMode="decimal"
          autoComplete="off"
          hint={t`From the sample to the result.`}
        />
        <TextField
          name="expectedMinutes"
          numeric
          label={t`Estimated duration (minutes)`}
          required
          inputMode="numeric"
          autoComplete="off"
          hint={t`Working time at the bench.`}
        />
        <SelectField
          name="specialty"
          label={t`Done by`}
          required
          {...(!test && { placeholder: t`Choose` })}
          options={specialties}
          hint={t`Technicians with this specialty see its tasks.`}
        />
      </div>
      <CheckboxField
        name="confidential"
        label={t`Confidential: only people who need them see its name and results, and it has a separate report`}
      />
      <SelectField
        name="rapidTests"
        label={t`Type of test`}
        options={rapidTests}
        hint={t`After a reactive rapid test, the next rapid test is done. The outcomes of all rapid tests together give the result.`}
      />
      <div className="cols-fit-220 grid items-start gap-5">
        <TextField
          name="stableHours"
          numeric
          label={t`Stable at room temperature, hours`}
          optional
          inputMode="numeric"
          autoComplete="off"
          hint={t`How old a tube may be when the test is added to it.`}
        />
        <TextField
          name="stableColdHours"
          numeric
          label={t`Stable in the refrigerator, hours`}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div className="cols-fit-220 grid items-start gap-5">
        {(['method', 'instrument'] as const).map((name) => (
          <TextField
            key={name}
            name={name}
            optional
            maxLength={120}
            autoComplete="off"
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
        hint={t`For the person who does the test.`}
      />
      <TextArea
        name="equipment"
        label={t`Equipment`}
        optional
        rows={Math.max(3, (test?.equipment.length ?? 0) + 1)}
        hint={t`One entry per line.`}
      />
    </>
  )
}

/** A text for which what other tests say is offered. */
function KnownField({
  name,
  label,
  known,
  hint,
}: {
  name: string
  label: string
  known: readonly string[]
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

/** Converts a test to the values of the fields, which are texts. */
export const typedOf = (test: CatalogueTest) => ({
  specialty: test.specialty ?? everyone,
  rapidTests: String(test.rapidTests ?? typed),
  equipment: test.equipment.join('\n'),
})

/** Converts the values of the fields to the body of the call. */
export const testOf = <H extends Readonly<Record<string, unknown>>>(held: H) => ({
  ...held,
  label: String(held.label ?? '').trim() || held.name,
  specialty: held.specialty === everyone ? null : held.specialty,
  rapidTests: held.rapidTests === typed ? null : Number(held.rapidTests),
  equipment: linesOf(String(held.equipment ?? '')),
})
