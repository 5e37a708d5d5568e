import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import type { ControlOverviewRow } from '#contract/quality.ts'
import { controlStateLabels } from '#contract/quality-rules.ts'
import { translated } from '../../lib/translated.ts'
import { sayUnit } from '../../lib/units.ts'
import { Badge } from '../../ui/badge.tsx'
import { When } from '../../ui/when.tsx'
import { sayRules, sayStale, sayZ, stateTones } from './control-words.ts'

/** One analyte: how it stands, and the latest value of each of its lots. */
export function ControlledAnalyte({
  row,
  controlHours,
  zone,
  withSite,
}: {
  row: ControlOverviewRow
  controlHours: number
  zone: string
  withSite: boolean
}) {
  return (
    <li className="grid grid-cols-[minmax(110px,1fr)_minmax(196px,1fr)_minmax(0,3fr)] items-start gap-x-4 gap-y-1 border-t py-3 max-sm:grid-cols-1">
      <span>
        <strong>{row.name}</strong> <span className="hint">{sayUnit(row.unit)}</span>
        {withSite && <span className="hint">, {row.site}</span>}
      </span>
      <span className="flex flex-wrap gap-1">
        <Badge tone={stateTones[row.state]}>{translated(controlStateLabels[row.state])}</Badge>
        {row.stale && <Badge tone="warning">{sayStale(controlHours)}</Badge>}
      </span>
      <ul className="grid gap-1">
        {row.lots.map((lot) => (
          <Lot key={`${lot.lotId} ${lot.analyser?.id}`} analyte={row.analyte} lot={lot} zone={zone} />
        ))}
      </ul>
    </li>
  )
}

function Lot({
  analyte,
  lot,
  zone,
}: {
  analyte: string
  lot: ControlOverviewRow['lots'][number]
  zone: string
}) {
  const { latest } = lot
  return (
    <li className="[&_a]:wrap-anywhere grid grid-cols-[minmax(0,2fr)_minmax(88px,1fr)_minmax(0,2fr)] items-baseline gap-x-3 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:[&_time]:col-span-full">
      <Link
        to="/quality/$lotId"
        params={{ lotId: lot.lotId }}
        search={{ analyte, analyser: lot.analyser?.id }}
      >
        {/* A level is not divided: "Level 1". */}
        {[lot.material, lot.level.replaceAll(' ', '\u00a0'), lot.analyser?.name].filter(Boolean).join(', ')}
      </Link>
      <span className="figures">{latest ? sayZ(latest.z) : t`no value`}</span>
      {latest && <When at={latest.at} zone={zone} />}
      {latest && latest.rules.length > 0 && (
        <span className="hint col-span-full">{sayRules(latest.rules)}</span>
      )}
    </li>
  )
}
