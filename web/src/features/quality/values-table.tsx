import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ControlTarget, ControlValue } from '#contract/quality.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'
import { markOf, markWords } from './chart-mark.tsx'
import { sayRules, sayValue, sayZ } from './control-words.ts'

const tones = {
  in: 'ok',
  warning: 'warning',
  rejected: 'danger',
  answered: 'info',
  struck: 'neutral',
} as const

/** What the chart draws, newest first. */
export function ValuesTable({
  values,
  target,
  zone,
}: {
  values: readonly ControlValue[]
  target: ControlTarget
  zone: string
}) {
  const columns: readonly Column<ControlValue>[] = [
    {
      header: t`When`,
      cell: ({ at, by }) => (
        <>
          <When at={at} zone={zone} distance={false} />{' '}
          <span className="hint">
            <Trans>by {by}</Trans>
          </span>
        </>
      ),
    },
    {
      header: t`Value`,
      cell: ({ value, z, struckOut }) => (
        <>
          <span className="inline-block min-w-19 whitespace-nowrap">
            {struckOut ? <s>{sayValue(value, target.decimals)}</s> : sayValue(value, target.decimals)}
          </span>{' '}
          <span className="inline-block min-w-19 whitespace-nowrap">{sayZ(z)}</span>
        </>
      ),
    },
    {
      header: t`Status`,
      cell: (one) => {
        const mark = markOf(one)
        return (
          <>
            <Badge tone={tones[mark]}>{markWords[mark]}</Badge>{' '}
            {one.rules.length > 0 && <span className="hint">{sayRules(one.rules)}</span>}
          </>
        )
      },
    },
  ]
  return (
    <DataTable
      caption={t`Values of ${target.name}, newest first`}
      columns={columns}
      rows={values}
      rowKey={({ id }) => id}
      empty={null}
    />
  )
}
