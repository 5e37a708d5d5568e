import { t } from '@lingui/core/macro'
import type { ListedManifest } from '#contract/manifests.ts'
import { browserZone } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'

export const boxColumns: readonly Column<ListedManifest>[] = [
  { header: t`Departure`, cell: ({ leftAt }) => <When at={leftAt} zone={browserZone()} distance={false} /> },
  { header: t`Tubes`, align: 'end', cell: ({ tubes }) => tubes },
  { header: t`Status`, cell: (box) => <BoxState box={box} /> },
]

export function BoxState({ box: { arrivedAt, closedAt, wrong } }: { box: ListedManifest }) {
  if (arrivedAt === null) return <Badge tone="info">{t`On its way`}</Badge>
  if (closedAt === null) return <Badge tone="info">{t`Being checked`}</Badge>
  return wrong > 0 ? (
    <Badge tone="danger">{t`Problems: ${wrong}`}</Badge>
  ) : (
    <Badge tone="ok">{t`Checked`}</Badge>
  )
}
