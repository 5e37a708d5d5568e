import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  type Comparison,
  disagreements,
  type VerificationDetail,
} from '#contract/instrument-verifications.ts'
import { translated } from '../../lib/translated.ts'
import { sayUnit } from '../../lib/units.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'

/** The compared values: as the analyser showed them, as they arrived, and whether both agree. */
export function ComparisonsCard({ verification, zone }: { verification: VerificationDetail; zone: string }) {
  const columns: readonly Column<Comparison>[] = [
    {
      header: t`Code`,
      cell: ({ code, analyte, receivedAt }) => (
        <>
          <strong className="wrap-anywhere">{code}</strong>
          <small className="hint block">{analyte}</small>
          <small className="hint block">
            <When at={receivedAt} zone={zone} distance={false} />
          </small>
        </>
      ),
    },
    {
      header: t`Shown`,
      cell: ({ shownValue, shownUnit, shownSample, by }) => (
        <>
          {`${shownValue} ${sayUnit(shownUnit)}`}
          <small className="hint figures block">{shownSample}</small>
          <small className="hint block">
            <Trans>entered by {by}</Trans>
          </small>
        </>
      ),
    },
    {
      header: t`Sent`,
      cell: ({ sentValue, sentUnit, sentSample }) => (
        <>
          {`${sentValue} ${sayUnit(sentUnit)}`.trim() || '–'}
          <small className="hint figures block">{sentSample}</small>
        </>
      ),
    },
    { header: t`Result`, cell: ({ result, unit }) => `${result} ${sayUnit(unit)}`.trim() || '–' },
    {
      header: t`Agreement`,
      cell: ({ agrees, why, byFactor }) => (
        <>
          <Badge tone={agrees ? 'ok' : 'danger'}>{agrees ? t`Agrees` : t`Differs`}</Badge>
          {why && <small className="hint block">{translated(disagreements[why])}</small>}
          {byFactor && <small className="hint block">{t`Converted with the factor of the code`}</small>}
        </>
      ),
    },
  ]
  return (
    <Card className="stack gap-4" aria-labelledby="comparisons">
      <h2 id="comparisons">
        <Trans>Comparisons</Trans>
      </h2>
      <p className="hint">
        <Trans>
          Two numbers agree if, in the unit of the analyte, they differ by less than half a unit of the last
          digit of one plus half a unit of the last digit of the other.
        </Trans>
      </p>
      <DataTable
        caption={t`Compared values`}
        rows={verification.comparisons}
        rowKey={({ messageId, position }) => `${messageId} ${position}`}
        empty={<p>{t`No values compared yet.`}</p>}
        columns={columns}
      />
    </Card>
  )
}
