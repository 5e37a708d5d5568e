import type { ReportContent } from '#contract/reports.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { flagTones, plainFlag, plainSentence, type Reported } from './flag-words.ts'
import { RangeBar } from './range-bar.tsx'
import css from './report-tests.module.css'

/** A report's tests for the person they are about. */
export function ReportTests({ tests }: { tests: ReportContent['tests'] }) {
  return tests.map((test) => (
    <Card key={`${test.accession} ${test.name}`} className={css.test} aria-label={test.name}>
      <h2 className={css.name}>{test.name}</h2>
      <p className={css.about}>
        {test.specimen}, taken {test.collectedAt}. Released {test.releasedAt} by {test.releasedBy}.
      </p>
      {test.correction && (
        <Notice kind="warning" className={css.correction}>
          <p>
            <strong>These results were corrected.</strong> Reason: {test.correction.reason}
          </p>
        </Notice>
      )}
      <ul className={css.results}>
        {test.results.map((result) => (
          <Result key={result.code} result={result} />
        ))}
      </ul>
    </Card>
  ))
}

function Result({ result }: { result: Reported }) {
  const { name, value, unit, range, flag, number, low, high, before } = result
  const said = plainSentence(result)
  const words = plainFlag(result)
  return (
    <li className={css.result}>
      <div className={css.what}>{name}</div>
      <div className={css.value}>
        <span className="figures">{value}</span> {unit && <span className={css.unit}>{unit}</span>}
        {before !== null && (
          <p className={css.before}>
            Corrected. Before: <del className="figures">{before}</del> {unit}
          </p>
        )}
      </div>
      <div className={css.range}>
        {number !== null && (low !== null || high !== null) && <RangeBar low={low} high={high} at={number} />}
        {range && (
          <span className={css.usual}>
            Usual: <span className="figures">{range}</span>
          </span>
        )}
      </div>
      <div className={css.flag}>{words && <Badge tone={flagTones[flag]}>{words}</Badge>}</div>
      {said && <p className={css.said}>{said}</p>}
    </li>
  )
}
