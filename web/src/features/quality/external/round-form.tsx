import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readCatalogue } from '#contract/catalogue.ts'
import { addEqaRound, type EqaScheme } from '#contract/eqa.ts'
import { queryFor } from '../../../api/queries.ts'
import { browserZone, dayOf } from '../../../lib/times.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/fields.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'
import { useNow } from '../../../ui/use-now.ts'

/** Adds a round, and opens it. */
export function RoundForm({ schemes, onClose }: { schemes: readonly EqaScheme[]; onClose: () => void }) {
  const { data: catalogue } = useQuery(queryFor(readCatalogue))
  const navigate = useNavigate()
  const form = useResourceForm(addEqaRound, {
    start: { schemeId: schemes[0]?.id ?? '', receivedOn: dayOf(useNow(), browserZone()), analytes: [] },
    // One sample in each line.
    body: (held) => ({ ...held, samples: linesOf(held.samples) }),
    onDone: async ({ id }) => {
      onClose()
      await navigate({ to: '/quality/external/$id', params: { id } })
    },
  })
  return (
    <DialogForm form={form} scope="round" onClose={onClose} title={t`Add a round`} submit={t`Add`}>
      <SelectField
        name="schemeId"
        label={t`Scheme`}
        options={schemes.map(({ id, name, site }) => ({ value: id, label: t`${name}, ${site}` }))}
        required
      />
      <TextField
        name="name"
        label={t`Round`}
        hint={t`The provider’s name for the round, for example 2026-3.`}
        required
        maxLength={40}
        autoComplete="off"
        data-first-focus=""
      />
      <div className="cols-fit-180 grid items-start gap-4">
        <DateField name="receivedOn" label={t`Samples received on`} required />
        <DateField name="dueOn" label={t`Results due on`} required />
      </div>
      <TextArea name="samples" label={t`Samples`} hint={t`One sample in each line.`} rows={3} required />
      <MultiSelect
        name="analytes"
        label={t`Analytes`}
        hint={t`Each sample has a result for each of these analytes.`}
        choices={(catalogue?.analytes ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        placeholder={t`Find an analyte`}
      />
    </DialogForm>
  )
}

/** The form holds the samples as typed text. */
const linesOf = (typed: unknown): string[] =>
  String(typed ?? '')
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
