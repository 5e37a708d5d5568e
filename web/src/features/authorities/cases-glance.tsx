import { plural } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { countHeldCases } from '#contract/cases.ts'
import { queryFor } from '../../api/queries.ts'
import { Notice } from '../../ui/notice.tsx'

/** How many notifiable cases wait for confirmation; nothing if none do. */
export function CasesGlance() {
  const { data } = useQuery({ ...queryFor(countHeldCases), refetchInterval: 60_000 })
  if (!data || data.held === 0) return null
  return (
    <Notice kind="warning" className="mb-4">
      <p>
        <Link to="/manager-dashboard/cases" search={{ state: 'held' }}>
          {plural(data.held, {
            one: 'One notifiable case waits for your confirmation',
            other: '# notifiable cases wait for your confirmation',
          })}
        </Link>
      </p>
    </Notice>
  )
}
