import { Link } from '@tanstack/react-router'
import { printedUnit } from '#contract/printed-unit.ts'
import type { ControlOverviewRow } from '#contract/quality.ts'
import { controlStateLabels } from '#contract/quality-rules.ts'
import { Badge } from '../../ui/badge.tsx'
import { When } from '../../ui/when.tsx'
import { sayRules, sayStale, sayZ, stateTones } from './control-words.ts'
import css from './quality.module.css'

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
    <li className={css.row}>
      <span>
        <strong>{row.name}</strong> <span className={css.soft}>{printedUnit(row.unit)}</span>
        {withSite && <span className={css.soft}>, {row.site}</span>}
      </span>
      <span className={css.states}>
        <Badge tone={stateTones[row.state]}>{controlStateLabels[row.state]}</Badge>
        {row.stale && <Badge tone="warning">{sayStale(controlHours)}</Badge>}
      </span>
      <ul className={css.lots}>
        {row.lots.map((lot) => (
          <Lot key={lot.lotId} analyte={row.analyte} lot={lot} zone={zone} />
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
    <li className={css.lot}>
      <Link to="/quality/$lotId" params={{ lotId: lot.lotId }} search={{ analyte }}>
        {lot.material}, {lot.level}
      </Link>
      <span className="figures">{latest ? sayZ(latest.z) : 'no value'}</span>
      {latest && <When at={latest.at} zone={zone} />}
      {latest && latest.rules.length > 0 && (
        <span className={`${css.soft} ${css.note}`}>{sayRules(latest.rules)}</span>
      )}
    </li>
  )
}
