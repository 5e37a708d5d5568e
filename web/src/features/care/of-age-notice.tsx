import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listOfAge } from '#contract/care.ts'
import { queryFor } from '../../api/queries.ts'
import { Notice } from '../../ui/notice.tsx'

/** That children whom an account looks after have come of age; nothing where there are none. */
export function OfAgeNotice() {
  const { data } = useQuery(queryFor(listOfAge))
  const count = data?.total ?? 0
  if (count === 0) return null
  return (
    <Notice className="mb-5">
      <p>{count === 1 ? t`1 child has come of age.` : t`${count} children have come of age.`}</p>
      <p>
        <Link to="/manager-dashboard/patients/of-age">
          <Trans>See who still looks after them</Trans>
        </Link>
      </p>
    </Notice>
  )
}
