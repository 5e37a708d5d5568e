import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type PartState, readStatus } from '#contract/status.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'
import { partWords, sayWorking, stateWords } from './status-words.ts'
import { sayTrouble } from './trouble-words.ts'

/** The parts of the product: how each runs, since when, and what to do. Those with trouble come first. */
export function StatusScreen() {
  const { parts } = useSuspenseQuery({ ...queryFor(readStatus), refetchInterval: 30_000 }).data
  const order: readonly PartState['state'][] = ['trouble', 'look', 'fine', 'unused']
  const rows = parts.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const wrong = parts.filter(({ troubles }) => troubles.length > 0).length
  return (
    <Screen
      title={t`Server status`}
      about={
        wrong === 0
          ? t`All components work.`
          : plural(wrong, { one: 'One part needs attention.', other: '# parts need attention.' })
      }
    >
      <DataTable
        caption={t`Components of the product, those with problems first`}
        rows={rows}
        rowKey={({ part }) => part}
        columns={columns}
        empty={null}
      />
    </Screen>
  )
}

const columns: readonly Column<PartState>[] = [
  { header: t`Component`, cell: ({ part }) => <strong>{partWords[part]}</strong> },
  {
    header: t`Status`,
    cell: ({ state, since }) => (
      <>
        <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
        {since !== null && (
          <span className="hint block">
            <Trans>
              since <When at={since} zone={browserZone()} distance={false} />
            </Trans>
          </span>
        )}
      </>
    ),
  },
  {
    header: t`Details`,
    cell: (part) =>
      part.troubles.length === 0 ? (
        <span className="text-ink-soft">{sayWorking(part)}</span>
      ) : (
        <ul className="grid gap-2">
          {part.troubles.map((trouble) => {
            const { says, advice } = sayTrouble(trouble)
            return (
              <li key={`${trouble.code} ${trouble.about}`}>
                <strong>{says}</strong> {advice}
              </li>
            )
          })}
        </ul>
      ),
  },
]
