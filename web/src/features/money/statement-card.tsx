import { Trans } from '@lingui/react/macro'
import { statementPdf } from '#contract/money-invoices.ts'
import { call } from '../../api/client.ts'
import { openPdf } from '../../ui/open-pdf.ts'
import { type Days, type Period, PeriodCard } from './period-card.tsx'

/** Opens the statement of a facility or insurer for a period as a PDF. */
export function Statement({
  payers,
  start,
}: {
  payers: readonly { value: string; label: string }[]
  start: Days
}) {
  const open = ({ payerId, ...query }: Period) =>
    openPdf(window.open('', '_blank'), `statement-${query.from}-${query.to}.pdf`, () =>
      call(statementPdf, { params: { id: payerId }, query }),
    )
  return (
    <PeriodCard
      id="statement"
      title={<Trans>Statement</Trans>}
      about={
        <Trans>The balance before the period, each invoice and payment, and the balance after it.</Trans>
      }
      submit={<Trans>Open the statement</Trans>}
      payers={payers}
      start={start}
      onMake={open}
    />
  )
}
