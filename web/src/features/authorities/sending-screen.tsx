import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readDhis2Sending } from '#contract/dhis2.ts'
import { dhis2States } from '#contract/dhis2-states.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, sayMonth } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { sayAnswer, sayCell, stateTones } from './dhis2-words.ts'

type Detail = ResponseOf<typeof readDhis2Sending>

/** What was sent to DHIS2, and its answer. */
export function SendingScreen({ id }: { id: string }) {
  const { data: sending } = useSuspenseQuery({
    ...queryFor(readDhis2Sending, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.settledAt ? false : 5_000),
  })
  const { month, site, state, dryRun, askedBy, askedAt, settledAt, attempts, dueAt, status } = sending
  const zone = browserZone()
  return (
    <Screen
      rhythm="cards"
      title={`${sayMonth(`${month}-01`)}, ${site}`}
      state={<Badge tone={stateTones[state]}>{translated(dhis2States[state])}</Badge>}
      about={dryRun && t`Checked by DHIS2, and not stored.`}
    >
      <Card>
        <Facts
          facts={[
            { name: t`Sent by`, value: askedBy ?? t`Automatically` },
            { name: t`Time`, value: <When at={askedAt} zone={zone} distance={false} /> },
            { name: t`Answer of DHIS2`, value: sayAnswer(sending) || t`None yet` },
            { name: t`Attempts`, value: String(attempts) },
            ...(status === null ? [] : [{ name: t`HTTP status`, value: String(status) }]),
            ...(settledAt
              ? [{ name: t`Answered`, value: <When at={settledAt} zone={zone} distance={false} /> }]
              : []),
            ...(dueAt
              ? [{ name: t`Next attempt`, value: <When at={dueAt} zone={zone} distance={false} /> }]
              : []),
            { name: t`Organisation unit`, value: sending.orgUnit },
            { name: t`Data set`, value: sending.dataSet },
          ]}
        />
      </Card>
      {sending.conflicts.length === 0 && sending.ignored !== null && sending.ignored > 0 && (
        <Notice>
          <p>
            <Trans>
              DHIS2 ignored figures without an objection. It treats zeros like that if their data element does
              not store zeros. An earlier figure of such a cell then stays in DHIS2 until it is deleted there.
            </Trans>
          </p>
        </Notice>
      )}
      {sending.conflicts.length > 0 && (
        <Card>
          <h2>
            <Trans>Errors reported by DHIS2</Trans>
          </h2>
          <ul className="stack mt-3 gap-2">
            {sending.conflicts.map(({ object, says }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: DHIS2 may say the same of two figures.
              <li key={place} className="wrap-anywhere">
                {says} {!says.includes(object) && <span className="hint">{object}</span>}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <DataTable
        caption={t`Figures that were sent`}
        rows={sending.figures}
        rowKey={sayCell}
        columns={columns}
        empty={<p className="hint">{t`No figures.`}</p>}
      />
      {sending.hidden > 0 && (
        <p className="hint">
          <Trans>Figures on confidential tests are not shown to you.</Trans>
        </p>
      )}
    </Screen>
  )
}

const columns: readonly Column<Detail['figures'][number]>[] = [
  {
    header: t`Figure`,
    cell: (figure) => (
      <>
        <strong>{figure.name}</strong>
        <span className="hint block">{sayCell(figure)}</span>
      </>
    ),
  },
  { header: t`Count`, align: 'end', cell: ({ count }) => <span className="tabular-nums">{count}</span> },
]
