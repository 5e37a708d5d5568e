import { t } from '@lingui/core/macro'
import type { TestEntry } from '#contract/catalogue.ts'
import { proposeTestCode } from '#contract/catalogue-codes.ts'
import { addPackage, changePackage, type TestPackage } from '#contract/packages.ts'
import { NamedForm } from '../../screen/named-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, TextArea, TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'

/** Adds a package, or changes one. */
export function PackageForm({
  of,
  tests,
  taken,
  onClose,
}: {
  of: TestPackage | null
  tests: readonly TestEntry[]
  /** The codes of all tests and packages. */
  taken: readonly string[]
  onClose: () => void
}) {
  const form = useResourceForm(of ? changePackage : addPackage, {
    ...(of ? { params: { code: of.code }, of } : { start: { bookable: true } }),
    body: (held) =>
      of ? held : { ...held, code: String(held.code ?? '') || proposeTestCode(held.name, taken) },
    onDone: onClose,
  })
  return (
    <NamedForm form={form} scope="package" onClose={onClose} of={of} adds={t`Add a package`}>
      {of === null && (
        <TextField
          name="code"
          label={t`Code`}
          optional
          maxLength={12}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t`Capital letters, digits and hyphens. If it is empty, it is made from the name. It cannot be changed later.`}
        />
      )}
      <TextArea
        name="about"
        label={t`Description`}
        rows={2}
        maxLength={500}
        required
        hint={t`Patients see this text when they book.`}
      />
      <MultiSelect
        name="tests"
        label={t`Tests`}
        ordered
        choices={tests.map(({ code, name, bookable }) => ({
          value: code,
          label: name,
          note: bookable ? code : t`${code}, not bookable`,
        }))}
        placeholder={t`Type to find a test`}
      />
      <CheckboxField name="bookable" label={t`Can be booked`} />
    </NamedForm>
  )
}
