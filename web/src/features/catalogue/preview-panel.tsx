import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Preview } from '#contract/catalogue.ts'
import type { Band } from '#contract/interval-rules.ts'
import type { ApiError } from '../../api/api-error.ts'
import { sayNumber } from '../../lib/locale.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { sayLimit, sayWho } from './interval-words.ts'
import { sayChange, sayCount, sayShare } from './preview-words.ts'

/** What the limits in the table would say of what was measured here: counted, not guessed. */
export function PreviewPanel({
  preview,
  sound,
  changed,
  ranges,
  decimals,
}: {
  preview: UseQueryResult<Preview, ApiError>
  /** False while something in the table is wrong: then nothing is asked. */
  sound: boolean
  changed: boolean
  ranges: readonly Band[]
  decimals: number | null
}) {
  const { data, error } = preview
  return (
    <section className="stack [&>div]:stack gap-3 [&>div]:gap-3" aria-labelledby="what-would-change">
      <h2 id="what-would-change" className="text-l">
        <Trans>What would change</Trans>
      </h2>
      {!sound ? (
        <p className="hint">
          <Trans>Once the table is correct, it is compared with the results of the last 90 days.</Trans>
        </p>
      ) : error ? (
        <p>
          <Trans>The results could not be counted. {error.message}</Trans>{' '}
          <Button variant="plain" onClick={() => void preview.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      ) : !data ? (
        <SkeletonLines count={2} says={t`Counting results...`} />
      ) : (
        <div aria-busy={preview.isPlaceholderData || undefined}>
          <Counted data={data} changed={changed} />
          <ByBand bands={data.bands} ranges={ranges} decimals={decimals} />
        </div>
      )}
    </section>
  )
}

function Counted({ data, changed }: { data: Preview; changed: boolean }) {
  if (data.results === 0) {
    return (
      <p className="hint">
        <Trans>Nothing was measured in the last {data.days} days.</Trans>
      </p>
    )
  }
  return (
    <>
      <p role="status">
        <Trans>
          <strong className="figures">
            {data.different} of {sayCount(data.results, 'result')}
          </strong>{' '}
          of the last {data.days} days would be flagged differently.
        </Trans>{' '}
        {data.different === 0 && !changed && t`These limits are the ones they were judged by.`}
      </p>
      {data.different > 0 && (
        <ul className="list-disc ps-[1.2em]">
          {data.changes.map((change) => (
            <li key={`${change.from} ${change.to}`}>{sayChange(change)}</li>
          ))}
        </ul>
      )}
      {data.newlyCritical > 0 && (
        <p>
          <Trans>
            {data.newlyCritical === 1 ? (
              <Trans>
                <strong>1 value</strong> would have been reported as critical and was not.
              </Trans>
            ) : (
              <Trans>
                <strong>{sayNumber(data.newlyCritical)} values</strong> would have been reported as critical
                and were not.
              </Trans>
            )}
          </Trans>
        </p>
      )}
      {data.waiting > 0 && (
        <p>
          <Trans>
            {data.waiting === 1
              ? t`1 of them waits for release, judged by the earlier limits. Save it again if it is to be judged by these.`
              : t`${sayNumber(data.waiting)} of them wait for release, judged by the earlier limits. Save such results again if they are to be judged by these.`}
          </Trans>
        </p>
      )}
      {data.withoutBand > 0 && (
        <p>
          <Trans>{sayCount(data.withoutBand, 'result')} would have no band to be compared with.</Trans>
        </p>
      )}
    </>
  )
}

function ByBand({
  bands,
  ranges,
  decimals,
}: {
  bands: Preview['bands']
  ranges: readonly Band[]
  decimals: number | null
}) {
  const rows = ranges.flatMap((band, index) => {
    const about = bands[index]
    return about && about.results > 0 ? [{ who: sayWho(band), ...about }] : []
  })
  if (rows.length === 0) return null
  const measured = rows.some(({ spread }) => spread)
  return (
    <>
      <ul className="cols-fill-300 grid gap-x-6 gap-y-4">
        {rows.map(({ who, results, low, high, spread }) => (
          <li key={who} className="stack min-w-0 gap-1">
            <strong>{who}</strong>
            <span className="flex h-2.5 gap-0.5 [&>span]:basis-0 [&>span]:rounded-xs" aria-hidden="true">
              <span className="bg-sky" style={{ flexGrow: low }} />
              <span className="border border-leaf bg-leaf-soft" style={{ flexGrow: results - low - high }} />
              <span className="bg-agar" style={{ flexGrow: high }} />
            </span>
            <span className="figures">
              <Trans>
                {sayCount(results, 'result')}: {sayShare(low, results)} low, {sayShare(high, results)} high
              </Trans>
            </span>
            {spread && (
              <span className="hint">
                <Trans>
                  measured here, middle 95 %:{' '}
                  <span className="figures">
                    {sayLimit(spread.p2_5, decimals)}–{sayLimit(spread.p97_5, decimals)}
                  </span>
                  , median <span className="figures">{sayLimit(spread.median, decimals)}</span>
                </Trans>
              </span>
            )}
          </li>
        ))}
      </ul>
      {measured && (
        <p className="hint">
          <Trans>
            Patients of a laboratory are not a sample of healthy people. But if half of the values in a band
            are low, check the band: among healthy people about one in forty is below it.
          </Trans>
        </p>
      )}
    </>
  )
}
