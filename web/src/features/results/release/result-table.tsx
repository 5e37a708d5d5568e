import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { waitingForRelease } from '#contract/reports.ts'
import { flagWords } from '#contract/results.ts'
import { classNames } from '../../../lib/class-names.ts'
import { flagTones } from '../../../lib/flag-tones.ts'
import { dayOf, sayDay } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { Badge } from '../../../ui/badge.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { RangeBar } from '../report/range-bar.tsx'
import { isConspicuous, sayChange } from './conspicuous.ts'

type Result = ResponseOf<typeof waitingForRelease>['rows'][number]['results'][number]

const cell = 'py-1 pe-4 text-start align-baseline max-md:w-auto max-md:pe-0'
/** Below name and value where it is narrow. */
const below = `${cell} max-md:col-span-full max-md:ps-3 max-md:empty:hidden`

/** The results of a test beside their intervals and the values before; what is conspicuous is marked in words. */
export function ResultTable({
  title,
  results,
  zone,
}: {
  title: string
  results: readonly Result[]
  zone: string
}) {
  const today = dayOf(useNow(), zone)
  return (
    <table className="mt-3 w-full table-fixed border-collapse">
      <caption className="visually-hidden">
        <Trans>Results of {title}</Trans>
      </caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">
            <Trans>Analyte</Trans>
          </th>
          <th scope="col">
            <Trans>Value</Trans>
          </th>
          <th scope="col">
            <Trans>Interval</Trans>
          </th>
          <th scope="col">
            <Trans>Before</Trans>
          </th>
          <th scope="col">
            <Trans>Remarks</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <tr
            key={result.code}
            className="border-t max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2"
          >
            <th
              scope="row"
              className={classNames(
                cell,
                'ps-3 font-450',
                isConspicuous(result) &&
                  'shadow-[inset_3px_0_var(--agar)] rtl:shadow-[inset_-3px_0_var(--agar)]',
              )}
            >
              {result.name}
            </th>
            <td className={`${cell} wrap-anywhere`}>
              <strong className="figures">{result.value}</strong> <span className="hint">{result.unit}</span>
            </td>
            <td className={below}>
              <Interval result={result} />
            </td>
            <td className={`${below} hint`}>
              {result.previous && (
                <>
                  <span className="figures">{result.previous.value}</span>{' '}
                  {sayDay(dayOf(result.previous.at, zone), today)} <Change result={result} />
                </>
              )}
            </td>
            <td className={`${below} [&>*+*]:ms-2`}>
              {result.flag !== '' && (
                <Badge tone={flagTones[result.flag]}>{translated(flagWords[result.flag])}</Badge>
              )}
              {result.delta && (
                <Badge tone="info">
                  <Trans>Delta check</Trans>
                </Badge>
              )}
              {result.birthNeeded && (
                <Badge tone="warning">
                  <Trans>No interval: date of birth needed</Trans>
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Interval({ result: { number, low, high, range } }: { result: Result }) {
  const isDrawn = number !== null && (low !== null || high !== null)
  return (
    <>
      {isDrawn && (
        <span className="me-2 inline-block w-20 align-middle">
          <RangeBar low={low} high={high} at={number} />
        </span>
      )}
      {range !== '' && <span className={`hint figures ${isDrawn ? 'whitespace-nowrap' : ''}`}>{range}</span>}
    </>
  )
}

function Change({ result: { number, previous } }: { result: Result }) {
  const change = sayChange(number, previous?.number ?? null)
  return change !== '' && <span className="ms-1 whitespace-nowrap">{change}</span>
}
