import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CatalogueTest, readCatalogueTest, updateCatalogueTest } from '#contract/catalogue.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { CheckboxField, TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './catalogue.module.css'
import { linesOf, numberOrText } from './form-values.ts'
import { refreshCatalogue } from './refresh-catalogue.ts'

/** What is said of a test, to patients and at the bench. */
export function TestForm({ test, tubes }: { test: CatalogueTest; tubes: readonly string[] }) {
  const queryClient = useQueryClient()
  const params = { code: test.code }
  const save = useMutation({
    mutationFn: (form: FormData) => call(updateCatalogueTest, { params, body: bodyOf(form, test.version) }),
    onSuccess: async ({ message, test: saved }) => {
      toast('success', message)
      queryClient.setQueryData(queryFor(readCatalogueTest, { params }).queryKey, saved)
      await refreshCatalogue(queryClient)
    },
  })
  return (
    <FormShell error={save.error} pending={save.isPending} onSubmit={(form) => save.mutate(form)}>
      <div className={css.grid}>
        <TextField
          name="name"
          label="Name"
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={test.name}
          hint={
            test.aliases.length > 0
              ? `Also booked as ${test.aliases.join(', ')}`
              : 'An earlier name goes on being booked.'
          }
        />
        <TextField
          name="label"
          label="Name on the booking form"
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={test.label}
        />
      </div>
      <CheckboxField name="bookable" label="It can be booked" defaultChecked={test.bookable} />
      <TextArea
        name="about"
        label="About"
        rows={2}
        required
        maxLength={500}
        defaultValue={test.about}
        hint="For patients, in a sentence."
      />
      <TextArea
        name="preparation"
        label="Preparation"
        optional
        rows={3}
        maxLength={1000}
        defaultValue={test.preparation}
        hint="What the patient does beforehand; shown before a visit is confirmed."
      />
      <CheckboxField
        name="fasting"
        label="The patient comes fasting: mornings are offered first"
        defaultChecked={test.fasting}
      />
      <div className={css.grid}>
        <TextField
          name="tube"
          label="Tube"
          required
          maxLength={120}
          autoComplete="off"
          list="known-tubes"
          defaultValue={test.tube}
          hint="Tests of the same tube share one."
        />
        <datalist id="known-tubes">
          {tubes.map((tube) => (
            <option key={tube} value={tube} />
          ))}
        </datalist>
        <TextField
          name="turnaroundHours"
          label="Turnaround in hours"
          required
          inputMode="decimal"
          autoComplete="off"
          defaultValue={test.turnaroundHours}
          hint="From the sample to the result."
        />
        <TextField
          name="expectedMinutes"
          label="Expected minutes"
          required
          inputMode="numeric"
          autoComplete="off"
          defaultValue={test.expectedMinutes}
          hint="Of work at the bench."
        />
      </div>
      <TextArea
        name="instructions"
        label="Instructions"
        optional
        rows={4}
        maxLength={2000}
        defaultValue={test.instructions}
        hint="For whoever does the test."
      />
      <TextArea
        name="equipment"
        label="Equipment"
        optional
        rows={Math.max(3, test.equipment.length + 1)}
        defaultValue={test.equipment.join('\n')}
        hint="One thing on each line."
      />
      <TextField
        name="reason"
        label="Reason for the change"
        required
        maxLength={500}
        autoComplete="off"
        hint="Kept in the history."
      />
      <FormActions>
        <SubmitButton pending={save.isPending}>Save Changes</SubmitButton>
      </FormActions>
    </FormShell>
  )
}

/** What is no number goes as it was typed: the server names the field and says what is wrong. */
function bodyOf(form: FormData, follows: number) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    follows,
    reason: text('reason'),
    name: text('name'),
    label: text('label'),
    about: text('about'),
    preparation: text('preparation'),
    fasting: form.has('fasting'),
    turnaroundHours: numberOrText(text('turnaroundHours')),
    tube: text('tube'),
    instructions: text('instructions'),
    equipment: linesOf(text('equipment')),
    expectedMinutes: numberOrText(text('expectedMinutes')),
    bookable: form.has('bookable'),
  } as BodyInput<typeof updateCatalogueTest>
}
