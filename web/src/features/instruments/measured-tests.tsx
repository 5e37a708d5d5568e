import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { listMeasuredOutOfUse, type MeasuredTest } from '#contract/instrument-breakdowns.ts'
import { spaced } from '../../lib/accession.ts'
import { List } from '../../screen/list.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { When } from '../../ui/when.tsx'

/** The tests with saved results that were measured during a breakdown, to be checked and corrected. */
export function MeasuredTests({
  id,
  breakdown,
  zone,
  onClose,
}: {
  id: string
  breakdown: string
  zone: string
  onClose: () => void
}) {
  const list = useList(listMeasuredOutOfUse, { params: { id, breakdown }, query: { limit: 20 } })
  return (
    <Dialog open onClose={onClose} title={t`Results measured while out of use`}>
      <List
        list={list}
        caption={t`Tests, latest order first`}
        columns={columnsAt(zone)}
        rowKey={(row) => row.id}
        empty={t`No results.`}
      />
    </Dialog>
  )
}

const columnsAt = (zone: string): readonly Column<MeasuredTest>[] => [
  {
    header: t`Test`,
    cell: ({ id, title, accession }) => (
      <Link to="/tasks/$id" params={{ id }}>
        {title}, <span className="figures">{spaced(accession)}</span>
      </Link>
    ),
  },
  {
    header: t`Measured`,
    cell: ({ measuredAt }) => (
      <span className="whitespace-nowrap">
        <When at={measuredAt} zone={zone} distance={false} />
      </span>
    ),
  },
  {
    header: t`Status`,
    cell: ({ state, releasedAt, releasedBy, reason }) =>
      state === 'released' && releasedAt ? (
        <>
          <Badge tone={reason === null ? 'danger' : 'warning'}>{t`Released`}</Badge>
          <small className="hint block">
            <Trans>
              <When at={releasedAt} zone={zone} distance={false} />, by {releasedBy}
            </Trans>
          </small>
          {reason !== null && <span className="wrap-anywhere block">{reason}</span>}
        </>
      ) : (
        <Badge tone="neutral">{state === 'correcting' ? t`Being corrected` : t`Not released`}</Badge>
      ),
  },
]
