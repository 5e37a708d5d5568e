import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { listImports } from '#contract/transfer.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'

/** Which files were brought in, by whom and when. */
export function PastImports() {
  const past = useQuery(queryFor(listImports))
  const zone = browserZone()
  return (
    <section aria-labelledby="past-imports" className="grid gap-3">
      <h2 id="past-imports" className="text-l">
        <Trans>Imported so far</Trans>
      </h2>
      {past.data ? (
        <DataTable
          caption={t`Imported files, latest first`}
          rows={past.data.imports}
          rowKey={({ id }) => id}
          columns={[
            { header: t`When`, cell: ({ at }) => <When at={at} zone={zone} distance={false} /> },
            { header: t`File`, cell: ({ fileName, kind }) => `${fileName}, ${kind}` },
            { header: t`From`, cell: ({ source }) => source || '–' },
            { header: t`By`, cell: ({ by }) => by },
            { header: t`New`, align: 'end', cell: ({ added }) => <span className="figures">{added}</span> },
            {
              header: t`Changed`,
              align: 'end',
              cell: ({ changed }) => <span className="figures">{changed}</span>,
            },
          ]}
          empty={
            <p className="max-w-[65ch] text-ink-soft">
              <Trans>No file has been imported yet.</Trans>
            </p>
          }
        />
      ) : past.error ? (
        <Notice kind="error" role="alert">
          <p>{past.error.message}</p>
          <Button onClick={() => void past.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={3} says={translated(messages.loading.any)} />
      )}
    </section>
  )
}
