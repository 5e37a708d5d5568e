import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { InstrumentDetail, MappedCode } from '#contract/instruments.ts'
import { sayUnit } from '../../lib/units.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { CodeForm } from './code-form.tsx'

/** The code mappings of an analyser. Codes that are not mapped come first; codes that are not used are folded. */
export function CodesTable({ instrument }: { instrument: InstrumentDetail }) {
  const [edited, setEdited] = useState<MappedCode | 'new' | null>(null)
  const isUsed = ({ analyte, held }: MappedCode) => analyte !== null || held > 0
  const used = instrument.codes.filter(isUsed)
  const unused = instrument.codes.filter((one) => !isUsed(one))
  const columns: readonly Column<MappedCode>[] = [
    {
      header: t`Code`,
      cell: ({ code, name }) => (
        <>
          <strong className="wrap-anywhere">{code}</strong>
          {name && <small className="hint block">{name}</small>}
        </>
      ),
    },
    {
      header: t`Analyte`,
      cell: ({ analyte, analyteName, held }) =>
        analyte !== null ? (
          analyteName
        ) : held > 0 ? (
          <Badge tone="warning">{t`Not mapped`}</Badge>
        ) : (
          <span className="hint">{t`Not used`}</span>
        ),
    },
    { header: t`Last value`, cell: ({ lastValue }) => lastValue || '–' },
    {
      header: t`Unit`,
      cell: ({ unit, factor, analyteUnit }) =>
        factor === null ? sayUnit(unit || analyteUnit) || '–' : `× ${factor} = ${sayUnit(analyteUnit)}`,
    },
    { header: t`Held`, cell: ({ held }) => held },
    {
      header: t`Change`,
      cell: (one) => (
        <Button aria-label={t`Map ${one.code}`} onClick={() => setEdited(one)}>
          <Trans>Map</Trans>
        </Button>
      ),
    },
  ]
  return (
    <Card className="stack gap-4" aria-labelledby="codes">
      <h2 id="codes">
        <Trans>Codes</Trans>
      </h2>
      <DataTable
        caption={t`Codes of the analyser`}
        rows={used}
        rowKey={({ code }) => code}
        empty={
          unused.length === 0 && (
            <p>{t`No codes yet. Codes appear with the first message, or are added by hand.`}</p>
          )
        }
        columns={columns}
      />
      {unused.length > 0 && (
        <details className="[&>summary]:min-h-target [&>summary]:w-fit [&>summary]:cursor-pointer [&>summary]:py-3">
          <summary>
            {plural(unused.length, { one: 'One code that is not used', other: '# codes that are not used' })}
          </summary>
          <DataTable
            caption={t`Codes of the analyser that are not used`}
            rows={unused}
            rowKey={({ code }) => code}
            empty={null}
            columns={columns}
          />
        </details>
      )}
      <p>
        <Button onClick={() => setEdited('new')}>
          <Trans>Add a code</Trans>
        </Button>
      </p>
      {edited && (
        <CodeForm id={instrument.id} of={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Card>
  )
}
