import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { noCall, useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'

/** `payerId` is empty where no payers are offered. */
export type Period = Days & { payerId: string }
export type Days = { from: string; to: string }

/** Asks for a period, and for a payer if payers are given, to make a file of it. */
export function PeriodCard({
  id,
  title,
  about,
  submit,
  payers,
  start = { from: '', to: '' },
  onMake,
}: {
  id: string
  title: ReactNode
  about: ReactNode
  submit: ReactNode
  payers?: readonly { value: string; label: string }[]
  start?: Days
  onMake: (period: Period) => Promise<unknown>
}) {
  const [days, setDays] = useState(start)
  const form = useResourceForm(noCall<Period>(), {
    body: ({ payerId = '' }) => ({ payerId, ...days }),
    send: onMake,
  })
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="hint mb-4">{about}</p>
      <ResourceForm form={form} scope={id}>
        <div className="cols-fit-220 grid gap-4">
          {payers && <SelectField name="payerId" label={t`Who pays`} options={payers} />}
          <DateRange required {...days} onChange={(change) => setDays({ ...days, ...change })} />
        </div>
        <FormActions>
          <SubmitButton>{submit}</SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}
