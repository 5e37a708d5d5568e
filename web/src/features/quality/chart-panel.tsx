import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listInstrumentMarks } from '#contract/instrument-care.ts'
import {
  type ControlLine,
  type ControlLotDetail,
  type ControlTarget,
  listControlValues,
} from '#contract/quality.ts'
import { controlStateLabels } from '#contract/quality-rules.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { useAddress } from '../../screen/address.ts'
import { Loaded } from '../../screen/rows.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Pager } from '../../ui/pager.tsx'
import { EventList, marksAmong } from './chart-events.tsx'
import { ChartLegend } from './chart-mark.tsx'
import { ChosenValue } from './chosen-value.tsx'
import { stateTones } from './control-words.ts'
import { LeveyJennings } from './levey-jennings.tsx'
import { lotAddress, noAnalyser } from './lot-search.ts'
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
  const { lines } = target
  const [{ analyser }, setAddress] = useAddress(lotAddress)
  const line =
    lines.find((one) => keyOf(one) === analyser) ??
    lines.find(({ unanswered }) => unanswered !== null) ??
    lines[0]
  const {
    query,
    rows: page,
    pager,
  } = useList(
    listControlValues,
    {
      params: { id: lot.id },
      query: { analyte: target.analyte, instrument: line && keyOf(line), limit: valuesPerPage },
    },
    renewing,
  )
  const [picked, setPicked] = useState<string | null>(null)
  const { data } = useQuery({
    ...queryFor(listInstrumentMarks, { query: { site: lot.siteId, analyte: target.analyte } }),
    ...renewing,
  })
  const marks = marksAmong(data ?? [], page.toReversed())
  const chosen = page.find(({ id }) => id === picked) ?? page[0]
  return (
    <>
      <section className="mb-8 min-w-0" aria-labelledby="chart">
        <h2 className="mb-3 text-l" id="chart">
          {target.name}{' '}
          <Badge tone={stateTones[(line ?? target).state]}>
            {translated(controlStateLabels[(line ?? target).state])}
          </Badge>
        </h2>
        {lines.length > 1 && (
          <SelectField
            name="analyser"
            label={t`Analyser`}
            value={line && keyOf(line)}
            options={lines.map((one) => ({
              value: keyOf(one),
              label: one.analyser?.name ?? t`Other measurements`,
            }))}
            onChange={(event) => setAddress({ analyte: target.analyte, analyser: event.currentTarget.value })}
          />
        )}
        <Loaded query={query} failure={t`The values could not be loaded`}>
          {() =>
            chosen ? (
              <>
                <LeveyJennings
                  target={target}
                  values={page.toReversed()}
                  zone={zone}
                  marks={marks}
                  chosen={chosen.id}
                  onChoose={setPicked}
                />
                <ChartLegend />
                <EventList placed={marks} zone={zone} />
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

/** What the address and the list of values call the analyser of a line. */
const keyOf = ({ analyser }: ControlLine): string => analyser?.id ?? noAnalyser
