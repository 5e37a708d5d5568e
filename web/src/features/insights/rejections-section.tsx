import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { rejectionReasons } from '#contract/task-states.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { Figure, Figures } from './figure.tsx'
import { toList } from './leads.tsx'
import { sayCount, sayShare } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import type { Shown } from './shown.ts'
import { capital } from './words.ts'

/** Samples that could not be used, and why. */
export function RejectionsSection({ shown }: { shown: Shown }) {
  const { now, was, before, behind, series } = shown
  const reasons = now.rejections.byReason.toSorted((a, b) => b.count - a.count)
  const tests = now.rejections.byTest
    .filter(({ rejected }) => rejected > 0)
    .toSorted((a, b) => b.rejected - a.rejected)
    .slice(0, 8)
  return (
    <Section id="rejections" title={t`Rejected samples`} about={t`Of the collected tubes.`}>
      <Figures>
        <Figure
          name={t`Rejection rate`}
          to={toList('rejections', behind)}
          kind="share"
          of={shown}
          read={({ rejections }) => rejections.share}
          better="less"
          note={t`${sayCount(now.rejections.rejected)} of ${sayCount(now.rejections.collected)} samples`}
        >
          <Sparkline values={series.moments.map(({ rejected }) => rejected)} />
        </Figure>
        <Figure
          name={t`Rejected`}
          to={toList('rejections', behind)}
          kind="count"
          of={shown}
          read={({ rejections }) => rejections.rejected}
          better="less"
        />
      </Figures>
      {reasons.length === 0 ? (
        <ChartEmpty title={t`Rejected, by reason`}>
          <Trans>No sample was rejected in this period.</Trans>
        </ChartEmpty>
      ) : (
        <Drawings>
          <Bars
            title={t`Rejected, by reason`}
            headers={[t`Reason`, t`Samples`]}
            beforeName={capital(before)}
            bars={reasons.map(({ reason, count }) => ({
              key: reason,
              label: toList('rejections', {
                ...behind,
                reason: rejectionReasons.find((one) => one === reason),
              })(reason),
              value: count,
              said: sayCount(count),
              before: was.rejections.byReason.find((one) => one.reason === reason)?.count ?? null,
            }))}
          />
          {tests.length > 0 && (
            <Bars
              title={t`Rejected, by test`}
              headers={[t`Test`, t`Samples`, t`Of`]}
              beforeName={capital(before)}
              bars={tests.map(({ test, rejected, collected, share }) => ({
                key: test.code,
                label: toList('rejections', { ...behind, test: test.name })(test.name),
                value: rejected,
                said: sayCount(rejected),
                before: was.rejections.byTest.find((one) => one.test.code === test.code)?.rejected ?? null,
                more: `${sayCount(collected)} (${sayShare(share)})`,
              }))}
            />
          )}
        </Drawings>
      )}
    </Section>
  )
}
