import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { type AnalyteEntry, readCatalogue } from '#contract/catalogue.ts'
import { type MappedCode, mapInstrumentCode } from '#contract/instruments.ts'
import { queryFor } from '../../api/queries.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'

type Props = { id: string; of: MappedCode | null; onClose: () => void }

/** The mapping of a code: analyte, unit and factor. Opens after the analytes are loaded. */
export function CodeForm(props: Props) {
  const { data } = useQuery(queryFor(readCatalogue))
  return data ? <LoadedForm {...props} analytes={data.analytes} /> : null
}

function LoadedForm({ id, of, onClose, analytes }: Props & { analytes: readonly AnalyteEntry[] }) {
  const form = useResourceForm(mapInstrumentCode, {
    params: { id },
    start: {
      code: of?.code ?? '',
      analyte: of?.analyte ?? '',
      unit: of?.unit ?? '',
      factor: of?.factor ?? null,
    },
    body: (held) => ({ ...held, analyte: held.analyte || null }),
    onDone: onClose,
  })
  const options = analytes.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
  return (
    <DialogForm
      form={form}
      scope="code"
      onClose={onClose}
      title={of ? t`Map ${of.code}` : t`Add a code`}
      submit={t`Save`}
    >
      {!of && (
        <TextField name="code" label={t`Code of the analyser`} required maxLength={60} data-first-focus="" />
      )}
      <SelectField
        name="analyte"
        label={t`Analyte`}
        options={[{ value: '', label: t`Not used: values with this code are ignored` }, ...options]}
      />
      <TextField
        name="unit"
        label={t`Unit, if the analyser sends none`}
        optional
        maxLength={40}
        hint={t`Empty: the unit of the analyte.`}
      />
      <TextField
        name="factor"
        label={t`Factor`}
        type="number"
        step="any"
        optional
        hint={t`Numbers are multiplied by it. Needed only if the unit cannot be converted.`}
      />
    </DialogForm>
  )
}
