import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type ControlLotDetail, type ControlTarget, listControlValues } from '#contract/quality.ts'
import { controlStateLabels } from '#contract/quality-rules.ts'
import { translated } from '../../lib/translated.ts'
import { Loaded } from '../../screen/list.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ChartLegend } from './chart-mark.tsx'
import { ChosenValue } from './chosen-value.tsx'
import { stateTones } from './control-words.ts'
import { LeveyJennings } from './levey-jennings.tsx'
import { renewing, valuesPerPage } from './quality-queries.ts'
import { ValuesTable } from './values-table.tsx'

/** What an analyte measured in this lot: drawn, the chosen value in words, and all of them in a table. */
export function ChartPanel({
  lot,
  target,
  zone,
}: {
  lot: ControlLotDetail
  target: ControlTarget
  zone: string
}) {
  const {
    query,
    rows: page,
    pager,
  } = useList(
    listControlValues,
    { params: { id: lot.id }, query: { analyte: target.analyte, limit: valuesPerPage } },
    renewing,
  )
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = page.find(({ id }) => id === picked) ?? page[0]
  return (
    <>
      <section className="mb-8 min-w-0" aria-labelledby="chart">
        <h2 className="mb-3 text-l" id="chart">
          {target.name}{' '}
          <Badge tone={stateTones[target.state]}>{translated(controlStateLabels[target.state])}</Badge>
        </h2>
        <Loaded query={query} failure={t`The values could not be loaded`}>
          {() =>
            chosen ? (
              <>
                <LeveyJennings
                  target={target}
                  values={page.toReversed()}
                  zone={zone}
                  chosen={chosen.id}
                  onChoose={setPicked}
                />
                <ChartLegend />
                <ChosenValue key={chosen.id} value={chosen} target={target} zone={zone} />
              </>
            ) : (
              <p className="hint">
                <Trans>
                  Nothing was measured yet. The first value is drawn here, between the lines of its target.
                </Trans>
              </p>
            )
          }
        </Loaded>
      </section>
      {chosen && (
        <section
          className="col-span-full min-w-0 print:[&_time::after]:text-[0.9375rem] print:[&_time::after]:content-[attr(title)] print:[&_time]:text-[0]"
          aria-label={t`All values of ${target.name}`}
        >
          <ValuesTable values={page} target={target} zone={zone} />
          <Pager {...pager} />
        </section>
      )}
    </>
  )
}
