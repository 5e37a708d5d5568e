import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { listPayers, payerKinds, readQuote } from '#contract/money.ts'
import { queryFor } from '../../api/queries.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { translated } from '../../lib/translated.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'

/** Who pays and what it costs, for forms that book a visit; `billIn` reads it. Nothing in a laboratory without prices. */
export function BillFields({ tests }: { tests: readonly string[] }) {
  const { data: me } = useQuery(queryFor(readProfile))
  const isOn = me?.pricesOn === true
  const { data: payers } = useQuery({ ...queryFor(listPayers), enabled: isOn })
  const [payerId, setPayerId] = useState('')
  if (!isOn || !payers) return null
  const offered = payers.filter(({ ended }) => !ended)
  const patient = offered.find(({ kind }) => kind === 'patient')
  const chosen = offered.find(({ id }) => id === payerId) ?? patient
  return (
    <>
      {offered.length > 1 && (
        <SelectField
          name="bill.payerId"
          label={t`Who pays`}
          value={chosen?.id ?? ''}
          onChange={(event) => setPayerId(event.target.value)}
          options={offered.map(({ id, kind, name }) => ({
            value: id,
            label: kind === 'patient' ? translated(payerKinds.patient) : name,
          }))}
        />
      )}
      {chosen?.kind === 'insurer' && (
        <>
          <TextField
            name="bill.memberNumber"
            label={t`Member number`}
            optional
            maxLength={60}
            autoComplete="off"
          />
          <TextField name="bill.claimCode" label={t`Claim code`} optional maxLength={60} autoComplete="off" />
        </>
      )}
      {chosen && <Price tests={tests} payerId={chosen.id} />}
    </>
  )
}

function Price({ tests, payerId }: { tests: readonly string[]; payerId: string }) {
  const { data } = useQuery({
    ...queryFor(readQuote, { query: { tests: [...tests], payerId } }),
    enabled: tests.length > 0,
    placeholderData: keepPreviousData,
  })
  const quote = tests.length > 0 ? data?.quote : null
  if (!quote) return null
  const total = sayMoney(quote.total, quote.currency)
  const unpriced = quote.unpriced.join(', ')
  return (
    <p role="status">
      <Trans>
        Price <strong>{total}</strong>
      </Trans>{' '}
      {unpriced !== '' && <span className="hint">{t`There is no price for ${unpriced}.`}</span>}
    </p>
  )
}
