import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ControlLotDetail, ControlTarget } from '#contract/quality.ts'
import { controlStateLabels } from '#contract/quality-rules.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { ChartLegend } from './chart-mark.tsx'
import { ChosenValue } from './chosen-value.tsx'
import { stateTones } from './control-words.ts'
import { LeveyJennings } from './levey-jennings.tsx'
import { valuesQuery } from './quality-queries.ts'
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
  const { cursor, pager } = useKeyPages(target.analyte)
  const values = useQuery({
    ...valuesQuery(lot.id, target.analyte, cursor),
    placeholderData: keepPreviousData,
  })
  const [picked, setPicked] = useState<string | null>(null)
  const page = values.data?.rows ?? []
  const chosen = page.find(({ id }) => id === picked) ?? page[0]
  return (
    <>
      <section className="mb-8 min-w-0" aria-labelledby="chart">
        <h2 className="mb-3 text-l" id="chart">
          {target.name}{' '}
          <Badge tone={stateTones[target.state]}>{translated(controlStateLabels[target.state])}</Badge>
        </h2>
        {values.error && !values.data ? (
          <Notice kind="error" role="alert">
            <p>
              <Trans>The values could not be loaded. {values.error.message}</Trans>
            </p>
            <Reference id={values.error.requestId} />
            <Button variant="plain" onClick={() => void values.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </Notice>
        ) : !values.data ? (
          <SkeletonLines count={8} says={t`Loading the values...`} />
        ) : chosen ? (
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
        )}
      </section>
      {values.data && chosen && (
        <section
          className="col-span-full min-w-0 print:[&_time::after]:text-[0.9375rem] print:[&_time::after]:content-[attr(title)] print:[&_time]:text-[0]"
          aria-label={t`All values of ${target.name}`}
        >
          <ValuesTable values={page} target={target} zone={zone} />
          <Pager {...pager(values.data.nextCursor)} />
        </section>
      )}
    </>
  )
}
