import { useQuery } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { listImports } from '#contract/transfer.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
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
        Brought in so far
      </h2>
      {past.data ? (
        <DataTable
          caption="Files that were brought in, latest first"
          rows={past.data.imports}
          rowKey={({ id }) => id}
          columns={[
            { header: 'When', cell: ({ at }) => <When at={at} zone={zone} distance={false} /> },
            { header: 'File', cell: ({ fileName, kind }) => `${fileName}, ${kind}` },
            { header: 'From', cell: ({ source }) => source || '–' },
            { header: 'By', cell: ({ by }) => by },
            { header: 'New', align: 'end', cell: ({ added }) => <span className="figures">{added}</span> },
            {
              header: 'Changed',
              align: 'end',
              cell: ({ changed }) => <span className="figures">{changed}</span>,
            },
          ]}
          empty={<p className="max-w-[65ch] text-ink-soft">No file was brought in yet.</p>}
        />
      ) : past.error ? (
        <Notice kind="error" role="alert">
          <p>{past.error.message}</p>
          <Button onClick={() => void past.refetch()}>Try again</Button>
        </Notice>
      ) : (
        <SkeletonLines count={3} says={messages.loading.any} />
      )}
    </section>
  )
}
