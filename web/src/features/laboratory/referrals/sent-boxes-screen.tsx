import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { listSentBoxes, type SentBox } from '#contract/referrals.ts'
import { browserZone } from '../../../lib/times.ts'
import { ListScreen } from '../../../screen/list.tsx'
import { useList } from '../../../screen/use-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { EmptyTubeDrawing } from '../../../ui/drawings.tsx'
import { When } from '../../../ui/when.tsx'

/** Boxes that left for other laboratories, the latest first. */
export function SentBoxesScreen() {
  const list = useList(listSentBoxes, { query: { limit: 50 } })
  return (
    <ListScreen
      title={t`Boxes for other laboratories`}
      list={list}
      failure={t`The boxes could not be loaded`}
      caption={t`Boxes, latest first`}
      rowKey={({ id }) => id}
      empty={{ picture: <EmptyTubeDrawing />, title: t`No boxes` }}
      columns={[
        {
          header: t`Box`,
          cell: ({ id, code }) => (
            <Link to="/referrals/boxes/$id" params={{ id }} className="font-600">
              {code}
            </Link>
          ),
        },
        { header: t`Laboratory`, cell: ({ laboratory }) => laboratory },
        {
          header: t`Packed`,
          cell: ({ madeAt }) => <When at={madeAt} zone={browserZone()} distance={false} />,
        },
        { header: t`Tubes`, align: 'end', cell: ({ tubes }) => tubes },
        { header: t`Status`, cell: (box) => <SentBoxState box={box} /> },
      ]}
    />
  )
}

export function SentBoxState({ box: { leftAt, arrivedAt, closedAt, wrong } }: { box: SentBox }) {
  if (leftAt === null)
    return closedAt ? <Badge tone="quiet">{t`Unpacked`}</Badge> : <Badge tone="warning">{t`Packed`}</Badge>
  if (arrivedAt === null) return <Badge tone="info">{t`On its way`}</Badge>
  return wrong > 0 ? (
    <Badge tone="danger">{t`Problems: ${wrong}`}</Badge>
  ) : (
    <Badge tone="ok">{t`Arrived`}</Badge>
  )
}
