import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { visitsOutside } from '#contract/closures.ts'
import { queryFor } from '../../api/queries.ts'
import { Notice } from '../../ui/notice.tsx'

/** How many visits lie outside a site's hours since these were changed, with the way to them. */
export function OutsideNotice({ siteId }: { siteId: string }) {
  const { data } = useQuery(queryFor(visitsOutside, { params: { id: siteId } }))
  const count = data?.count ?? 0
  return (
    <div role="status" className="not-empty:mb-4">
      {count > 0 && (
        <Notice kind="warning">
          <p>
            {count === 1
              ? t`1 visit is booked outside these hours. It stays until you decide.`
              : t`${count} visits are booked outside these hours. They stay until you decide.`}{' '}
            <Link to="/manager-dashboard/settings/outside/$id" params={{ id: siteId }}>
              {count === 1 ? t`See it and move it` : t`See and move them`}
            </Link>
          </p>
        </Notice>
      )}
    </div>
  )
}
