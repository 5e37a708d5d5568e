import { Link } from '@tanstack/react-router'
import type { ControlOverviewRow } from '#contract/quality.ts'
import { Notice } from '../../ui/notice.tsx'
import { sayExpiry, sayLot } from './control-words.ts'

/** Open lots whose last day is near or past: each once, however many analytes it has. */
export function ExpiringLots({ analytes }: { analytes: readonly ControlOverviewRow[] }) {
  const ending = new Map(
    analytes
      .flatMap(({ lots }) => lots)
      .filter(({ expiry }) => expiry !== 'fine')
      .map((lot) => [lot.lotId, lot]),
  )
  if (ending.size === 0) return null
  return (
    <Notice kind="warning" className="mb-5">
      <ul className="list-none">
        {[...ending.values()].map((lot) => (
          <li key={lot.lotId}>
            <Link to="/quality/$lotId" params={{ lotId: lot.lotId }} search={{}}>
              {sayLot(lot)}
            </Link>
            : {sayExpiry(lot)}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}
