import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import {
  type Retention,
  readRetentionPeriods,
  retentionClasses,
  retentionPlaces,
} from '#contract/retention.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { PeriodsForm } from './periods-form.tsx'
import { sayDays } from './say-days.ts'

/** For how long each class of data is kept, the minimum of the country, and what the next run would delete. */
export function RetentionScreen() {
  const retention = useSuspenseQuery(queryFor(readRetentionPeriods)).data
  const { place, confirmedAt, laws, classes } = retention
  const rows = classes.map((one) => ({
    ...one,
    law: laws.find((law) => law.place === place && law.class === one.class),
  }))
  return (
    <Screen
      title={t`Retention`}
      about={t`For how long each class of data is kept. What has expired is deleted each night. Country: ${translated(retentionPlaces[place])}.`}
      action={<PeriodsForm retention={retention} />}
    >
      {confirmedAt === null && (
        <Notice kind="warning" className="mb-5">
          <Trans>
            Nothing is deleted yet. Check the country and the periods, and save them: from the next night on,
            what has expired is deleted.
          </Trans>
        </Notice>
      )}
      <DataTable
        caption={t`Classes of data, with their periods`}
        rows={rows}
        rowKey={(row) => row.class}
        columns={columns}
        empty={null}
      />
    </Screen>
  )
}

type Row = Retention['classes'][number] & { law: Retention['laws'][number] | undefined }

const columns: readonly Column<Row>[] = [
  { header: t`Data`, cell: (row) => <strong>{translated(retentionClasses[row.class])}</strong> },
  { header: t`Period`, cell: ({ days }) => (days === null ? t`Kept for ever` : sayDays(days)) },
  {
    header: t`Minimum`,
    cell: ({ law }) =>
      law ? (
        <>
          {sayDays(law.leastDays)}
          {law.source === null ? (
            <span className="hint block">
              <Trans>Entered without a source. Your laboratory must check it.</Trans>
            </span>
          ) : (
            <span className="hint block" lang="en">
              {law.source}
            </span>
          )}
        </>
      ) : (
        <span className="text-ink-soft">{t`None known`}</span>
      ),
  },
  {
    header: t`The next run deletes`,
    cell: ({ next, held }) => (
      <>
        {plural(next.rows, { 0: 'nothing', one: '# entry', other: '# entries' })}
        {next.oldest !== null && (
          <span className="hint block">
            <Trans>
              The oldest: <When at={next.oldest} zone={browserZone()} distance={false} />
            </Trans>
          </span>
        )}
        {held > 0 && (
          <span className="hint block">
            {plural(held, { one: '# entry on hold', other: '# entries on hold' })}
          </span>
        )}
      </>
    ),
  },
  {
    header: t`Last run`,
    cell: ({ last }) =>
      last ? (
        <>
          {plural(last.rows, { 0: 'nothing deleted', one: '# entry deleted', other: '# entries deleted' })}
          <span className="hint block">
            <When at={last.at} zone={browserZone()} distance={false} />
          </span>
        </>
      ) : (
        <span className="text-ink-soft">{t`None yet`}</span>
      ),
  },
]
