import { t } from '@lingui/core/macro'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'

/** `payerId` is empty where no payers are offered. */
export type Period = { payerId: string; from: string; to: string }

/** Asks for a period, and for a payer if payers are given, to make a file of it. */
export function PeriodCard({
  id,
  title,
  about,
  submit,
  payers,
  start = { from: '', to: '' },
  making: { error, isPending },
  onMake,
}: {
  id: string
  title: ReactNode
  about: ReactNode
  submit: ReactNode
  payers?: readonly { value: string; label: string }[]
  start?: Omit<Period, 'payerId'>
  making: { error: ApiError | null; isPending: boolean }
  onMake: (period: Period) => void
}) {
  const [days, setDays] = useState(start)
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="hint mb-4">{about}</p>
      <FormShell
        scope={id}
        error={error}
        pending={isPending}
        onSubmit={(form) => onMake({ payerId: String(form.get('payerId') ?? ''), ...days })}
      >
        <div className="cols-fit-220 grid gap-4">
          {payers && <SelectField name="payerId" label={t`Who pays`} options={payers} />}
          <DateRange required {...days} onChange={(change) => setDays({ ...days, ...change })} />
        </div>
        <FormActions>
          <SubmitButton pending={isPending}>{submit}</SubmitButton>
        </FormActions>
      </FormShell>
    </Card>
  )
}
