import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lotsOfTasks } from '#contract/stock.ts'
import { queryFor } from '../../api/queries.ts'
import { dayWithoutWeekday } from '../../lib/times.ts'

/** The lots that a task used; nothing if it used none that is known. */
export function LotsUsed({ taskId }: { taskId: string }) {
  const lots = useLots(taskId, [taskId])
  if (lots.length === 0) return null
  return (
    <section aria-labelledby="lots-used">
      <h2 id="lots-used" className="mb-2 text-l">
        <Trans>Lots used</Trans>
      </h2>
      <ul className="stack gap-1">
        {lots.map(({ itemId, name, number, expiresOn }) => (
          <li key={`${itemId} ${number}`}>
            <Link to="/stock/$id" params={{ id: itemId }}>
              {name}
            </Link>{' '}
            <Trans>
              lot {number}, expires {dayWithoutWeekday(expiresOn)}
            </Trans>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The lots that a task of a list used, on one line. The lots of the whole list are read with one call. */
export function LotsUsedLine({ taskId, list }: { taskId: string; list: readonly string[] }) {
  const lots = useLots(taskId, list)
  const names = lots.map(({ name, number }) => `${name} ${number}`).join(', ')
  if (names === '') return null
  return (
    <p className="hint">
      <Trans>Lots used: {names}</Trans>
    </p>
  )
}

function useLots(taskId: string, tasks: readonly string[]) {
  const { data } = useQuery({
    ...queryFor(lotsOfTasks, { query: { task: [...tasks] } }),
    placeholderData: keepPreviousData,
  })
  return data?.lots.filter((lot) => lot.taskId === taskId) ?? []
}
