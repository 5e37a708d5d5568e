import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readQuote } from '#contract/money.ts'
import type { LaboratoryFacts } from '../api/laboratory-facts.ts'
import { queryFor } from '../api/queries.ts'
import { sayMoney } from '../lib/amounts.ts'

/**
 * What the chosen tests cost, before the visit is booked. `added`: they are added to a booked visit. Nothing in a laboratory without
 * prices.
 */
export function VisitPrice({
  pricesOn,
  siteId,
  tests,
  added = false,
}: {
  pricesOn: LaboratoryFacts['pricesOn']
  siteId: string | undefined
  tests: readonly string[]
  added?: boolean
}) {
  const { data } = useQuery({
    ...queryFor(readQuote, { query: { tests: [...tests], ...(siteId && { siteId }) } }),
    enabled: pricesOn === true && tests.length > 0,
    placeholderData: keepPreviousData,
  })
  const quote = tests.length > 0 ? data?.quote : null
  if (!quote) return null
  const total = sayMoney(quote.total, quote.currency)
  const unpriced = quote.unpriced.join(', ')
  return (
    <p role="status" className="flex-[1_1_100%] text-ink-soft [&_strong]:text-ink">
      {quote.lines.length > 0 && (
        <Total of={total} invoiced={quote.payer.kind === 'facility'} added={added} />
      )}{' '}
      {unpriced !== '' && <Trans>The laboratory states the price of {unpriced} at the visit.</Trans>}
    </p>
  )
}

function Total({ of: total, invoiced, added }: { of: string; invoiced: boolean; added: boolean }) {
  if (invoiced)
    return (
      <Trans>
        Price <strong>{total}</strong>, invoiced to your facility.
      </Trans>
    )
  if (added)
    return (
      <Trans>
        The added tests cost <strong>{total}</strong>, paid at the laboratory.
      </Trans>
    )
  return (
    <Trans>
      Price <strong>{total}</strong>, paid at the laboratory.
    </Trans>
  )
}
