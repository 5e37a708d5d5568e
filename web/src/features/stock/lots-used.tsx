import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lotsOfTask } from '#contract/stock.ts'
import { queryFor } from '../../api/queries.ts'
import { longDay } from '../../lib/times.ts'

/** The lots that a task used; nothing if it used none that is known. */
export function LotsUsed({ taskId }: { taskId: string }) {
  const { data } = useQuery(queryFor(lotsOfTask, { params: { id: taskId } }))
  if (!data || data.lots.length === 0) return null
  return (
    <section aria-labelledby="lots-used">
      <h2 id="lots-used" className="mb-2 text-l">
        <Trans>Lots used</Trans>
      </h2>
      <ul className="stack gap-1">
        {data.lots.map(({ itemId, name, number, expiresOn }) => (
          <li key={`${itemId} ${number}`}>
            <Link to="/stock/$id" params={{ id: itemId }}>
              {name}
            </Link>{' '}
            <Trans>
              lot {number}, expires {longDay(expiresOn)}
            </Trans>
          </li>
        ))}
      </ul>
    </section>
  )
}
