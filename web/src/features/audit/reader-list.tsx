import { t } from '@lingui/core/macro'
import { sayAction } from '#contract/audit-actions.ts'
import type { ApiError } from '../../api/api-error.ts'
import { translated } from '../../lib/translated.ts'
import { Card } from '../../ui/card.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { useKeyPages } from '../../ui/use-key-pages.ts'
import { When } from '../../ui/when.tsx'
import { type Reader, SayReader } from './say-reader.tsx'

type Page = {
  rows: readonly { id: string; at: string; action: string; about: string | null; by: Reader }[]
  nextCursor: string | null
}

/** Who read or changed something, the latest first, a page at a time. */
export function ReaderList({
  title,
  nobody,
  page,
  error,
  zone,
  pager,
  onRetry,
}: {
  title: string
  nobody: string
  page: Page | undefined
  error: ApiError | null
  zone: string
  pager: ReturnType<typeof useKeyPages>['pager']
  onRetry: () => void
}) {
  return (
    <Card aria-labelledby="who-read">
      <h2 id="who-read">{title}</h2>
      {!page && error && <Failed error={error} failure={t`This could not be read`} onRetry={onRetry} />}
      {page?.rows.length === 0 && <p>{nobody}</p>}
      {page && page.rows.length > 0 && (
        <>
          <ol className="stack mt-3 gap-3">
            {page.rows.map(({ id, at, action, about, by }) => (
              <li key={id}>
                {translated(sayAction(action))}
                {about && ` (${about})`}
                <span className="hint wrap-anywhere block">
                  <SayReader by={by} />, <When at={at} zone={zone} distance={false} />
                </span>
              </li>
            ))}
          </ol>
          <Pager {...pager(page.nextCursor)} />
        </>
      )}
    </Card>
  )
}
