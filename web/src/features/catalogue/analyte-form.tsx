import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type CatalogueAnalyte, readAnalyte, updateAnalyte } from '#contract/catalogue.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { linesOf } from './form-values.ts'
import { LoincFields, loincOf } from './loinc-fields.tsx'

/** Name, unit, decimals, bounds and answers. What results depend on is shown and cannot be changed. */
export function AnalyteForm({ analyte }: { analyte: CatalogueAnalyte }) {
  const queryClient = useQueryClient()
  const { code, version, kind, hasResults } = analyte
  const quantity = kind === 'quantity'
  const listed = kind === 'coded' || kind === 'ordinal'
  const params = { code }
  const form = useResourceForm(updateAnalyte, {
    params,
    body: ({ reason, name, unit, decimals, lowest = null, highest = null, ...held }) => ({
      follows: version,
      reason,
      name,
      unit: hasResults || !quantity ? analyte.unit : unit,
      decimals: hasResults || !quantity ? analyte.decimals : decimals,
      lowest,
      highest,
      options: listed ? linesOf(String(held.options)) : [],
      ...loincOf(held),
    }),
    onDone: async ({ analyte: saved }) => {
      queryClient.setQueryData(queryFor(readAnalyte, { params }).queryKey, saved)
    },
  })
  const kept = hasResults ? t`Results use it, so it cannot be removed.` : undefined
  return (
    <ResourceForm form={form}>
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
              numeric
              inputMode="numeric"
              autoComplete="off"
              defaultValue={analyte.decimals ?? ''}
              readOnly={hasResults}
              hint={kept ?? '0 to 4'}
            />
            <TextField
              name="lowest"
              label={t`Lowest possible`}
              numeric
              inputMode="decimal"
              autoComplete="off"
              defaultValue={analyte.lowest ?? ''}
              hint={t`Values below it are refused as typing errors.`}
            />
            <TextField
              name="highest"
              label={t`Highest possible`}
              numeric
              inputMode="decimal"
              autoComplete="off"
              defaultValue={analyte.highest ?? ''}
              hint={t`Values above it are refused as typing errors.`}
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
          hint={t`One per line, in the order in which they are offered. Answers that are used in results stay.`}
        />
      )}
      <LoincFields loinc={analyte.loinc} />
      <ReasonField label={t`Reason for the change`} hint={t`Kept in the history.`} required />
      <FormActions>
        <SubmitButton variant="quiet">
          <Trans>Save the analyte</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}
