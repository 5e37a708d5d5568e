import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readQuote } from '#contract/money.ts'
import type { LaboratoryFacts } from '../../api/laboratory-facts.ts'
import { queryFor } from '../../api/queries.ts'
import { sayMoney } from '../../lib/amounts.ts'

/** What the chosen tests cost, before the visit is booked. Nothing in a laboratory without prices. */
export function VisitPrice({
  laboratory,
  siteId,
  tests,
}: {
  laboratory: LaboratoryFacts
  siteId: string
  tests: readonly string[]
}) {
  const { data } = useQuery({
    ...queryFor(readQuote, { query: { tests: [...tests], siteId } }),
    enabled: laboratory.pricesOn === true && tests.length > 0,
    placeholderData: keepPreviousData,
  })
  const quote = tests.length > 0 ? data?.quote : null
  if (!quote) return null
  const total = sayMoney(quote.total, quote.currency)
  const unpriced = quote.unpriced.join(', ')
  return (
    <p role="status" className="flex-[1_1_100%] text-ink-soft [&_strong]:text-ink">
      {quote.lines.length > 0 && (
        <Trans>
          Price <strong>{total}</strong>, paid at the laboratory.
        </Trans>
      )}{' '}
      {unpriced !== '' && <Trans>The laboratory states the price of {unpriced} at the visit.</Trans>}
    </p>
  )
}
