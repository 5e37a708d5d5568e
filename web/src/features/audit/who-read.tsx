import { useQuery } from '@tanstack/react-query'
import { myAudit } from '#contract/audit.ts'
import { sayAction } from '#contract/audit-actions.ts'
import { queryFor } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { When } from '../../ui/when.tsx'
import css from './audit.module.css'
import { SayReader } from './say-reader.tsx'

const pageSize = 10

/** For a patient: who of the laboratory read or changed this visit, and when. */
export function WhoRead({ visit, zone }: { visit: string; zone: string }) {
  const { cursor, pager } = useKeyPages(visit)
  const { data, error, refetch } = useQuery(queryFor(myAudit, { query: { visit, limit: pageSize, cursor } }))
  return (
    <Card aria-labelledby="who-read">
      <h2 id="who-read">Who read or changed this</h2>
      {!data && error && (
        <Failed error={error} failure="This could not be read" onRetry={() => void refetch()} />
      )}
      {data?.entries.length === 0 && <p>Nobody but you, so far.</p>}
      {data && data.entries.length > 0 && (
        <>
          <ol className={css.readers}>
            {data.entries.map(({ id, at, action, about, by }) => (
              <li key={id}>
                {sayAction(action)}
                {about && ` (${about})`}
                <span className={css.under}>
                  <SayReader by={by} />, <When at={at} zone={zone} distance={false} />
                </span>
              </li>
            ))}
          </ol>
          <Pager {...pager(data.nextCursor)} />
        </>
      )}
    </Card>
  )
}
