import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type CatalogueAnalyte, readAnalyte, updateAnalyte } from '#contract/catalogue.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { linesOf, numberOrText } from './form-values.ts'
import { LoincFields, loincOf } from './loinc-fields.tsx'
import { refreshCatalogue } from './refresh-catalogue.ts'

/** Name, unit, decimals, bounds and answers. What results depend on is shown and cannot be changed. */
export function AnalyteForm({ analyte }: { analyte: CatalogueAnalyte }) {
  const queryClient = useQueryClient()
  const { code, version, kind, hasResults } = analyte
  const quantity = kind === 'quantity'
  const listed = kind === 'coded' || kind === 'ordinal'
  const params = { code }
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const number = (name: string) => (quantity ? numberOrText(text(name)) : null)
      // What is no number goes as it was typed: the server names the field and says what is wrong.
      const body = {
        follows: version,
        reason: text('reason'),
        name: text('name'),
        unit: hasResults || !quantity ? analyte.unit : text('unit'),
        decimals: hasResults ? analyte.decimals : number('decimals'),
        lowest: number('lowest'),
        highest: number('highest'),
        options: listed ? linesOf(text('options')) : [],
        ...loincOf(form),
      } as BodyInput<typeof updateAnalyte>
      return call(updateAnalyte, { params, body })
    },
    onSuccess: async ({ message, analyte: saved }) => {
      toast('success', message)
      queryClient.setQueryData(queryFor(readAnalyte, { params }).queryKey, saved)
      await refreshCatalogue(queryClient)
    },
  })
  const kept = hasResults ? t`Results carry it: it stays.` : undefined
  return (
    <FormShell error={save.error} pending={save.isPending} onSubmit={(form) => save.mutate(form)}>
      <div className="cols-fit-220 grid items-start gap-5">
        <TextField
          name="name"
          label={t`Name`}
          required
          maxLength={80}
          autoComplete="off"
          defaultValue={analyte.name}
        />
        {quantity && (
          <>
            <TextField
              name="unit"
              label={t`Unit`}
              maxLength={40}
              autoComplete="off"
              defaultValue={analyte.unit}
              readOnly={hasResults}
              hint={kept ?? t`As a code of UCUM, for example mmol/L.`}
            />
            <TextField
              name="decimals"
              label={t`Decimals`}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={analyte.decimals ?? ''}
              readOnly={hasResults}
              hint={kept ?? '0 to 4'}
            />
            <TextField
              name="lowest"
              label={t`Lowest possible`}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={analyte.lowest ?? ''}
              hint={t`Below it, a value is a slip.`}
            />
            <TextField
              name="highest"
              label={t`Highest possible`}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={analyte.highest ?? ''}
              hint={t`Above it, a value is a slip.`}
            />
          </>
        )}
      </div>
      {listed && (
        <TextArea
          name="options"
          label={t`Answers`}
          rows={Math.min(12, analyte.options.length + 1)}
          defaultValue={analyte.options.join('\n')}
          hint={t`One on each line, in the order in which they are offered. Answers that results carry stay.`}
        />
      )}
      <LoincFields loinc={analyte.loinc} />
      <ReasonField label={t`Reason for the change`} hint={t`Kept in the history.`} required />
      <FormActions>
        <SubmitButton variant="quiet" pending={save.isPending}>
          <Trans>Save the analyte</Trans>
        </SubmitButton>
      </FormActions>
    </FormShell>
  )
}
