import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listMissed } from '#contract/standing.ts'
import { queryFor } from '../../api/queries.ts'
import { Notice } from '../../ui/notice.tsx'

/** A notice about missed standing orders; empty if none was missed. */
export function MissedNotice() {
  const { data } = useQuery(queryFor(listMissed, { query: { limit: 1 } }))
  if (!data || data.rows.length === 0) return null
  return (
    <Notice className="mb-5">
      <p>{t`Some patients have missed the due day of a standing order.`}</p>
      <p>
        <Link to="/manager-dashboard/patients/missed">
          <Trans>Show missed standing orders</Trans>
        </Link>
      </p>
    </Notice>
  )
}
