import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ControlLot, listControlLots } from '#contract/quality.ts'
import { lotStateLabels } from '#contract/quality-rules.ts'
import { dayWithoutWeekday } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { List } from '../../screen/list.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { TubeDrawing } from '../../ui/drawings.tsx'
import { sayExpiry } from './control-words.ts'
import { HoursForm } from './hours-form.tsx'
import { AddLot } from './lot-form.tsx'

const lotTones = { new: 'neutral', open: 'ok', closed: 'neutral' } as const

const columns: readonly Column<ControlLot>[] = [
  {
    header: t`Lot`,
    cell: ({ id, material, level, number }) => (
      <Link to="/quality/set-up/$lotId" params={{ lotId: id }}>
        <Trans>
          {material.name}, {level}, lot {number}
        </Trans>
      </Link>
    ),
  },
  { header: t`Manufacturer`, cell: ({ material }) => material.manufacturer || t`not given` },
  {
    header: t`Status`,
    cell: ({ status }) => <Badge tone={lotTones[status]}>{translated(lotStateLabels[status])}</Badge>,
  },
  {
    header: t`Expiry date`,
    cell: (lot) => {
      const said = lot.status === 'closed' ? null : sayExpiry(lot)
      return said ? (
        <Badge tone={lot.expiry === 'expired' ? 'danger' : 'warning'}>{said}</Badge>
      ) : (
        dayWithoutWeekday(lot.expiresOn)
      )
    },
  },
]

/** Lots of control material, for who prepares them. */
export function SetUpScreen({ sites }: { sites: readonly { id: string; name: string }[] }) {
  const lots = useList(listControlLots, { query: { limit: 25 } })
  return (
    <Screen
      rhythm="sections"
      title={t`Control lots`}
      about={t`A material has levels, each with lots of its own. A lot needs the targets of its analytes before it is opened.`}
      action={<AddLot sites={sites} />}
    >
      <List
        list={lots}
        failure={t`The lots could not be loaded`}
        caption={t`Lots, newest first`}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          picture: <TubeDrawing />,
          title: t`No lot yet`,
          about: t`Add the first one: its material, its level, the number on the vial and the expiry date.`,
        }}
      />
      <HoursForm />
    </Screen>
  )
}
