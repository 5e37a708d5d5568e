import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Accuracy, waitAccuracy } from '#contract/queue-accuracy.ts'
import { longDay } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { accuracyQuery } from './accuracy-query.ts'
import { CalibrationChart } from './calibration-chart.tsx'

type Answer = ResponseOf<typeof waitAccuracy>

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`)
const minutes = (value: number | null) => (value === null ? '–' : t`${value.toFixed(1)} min`)

/** Whether the waits that were told were true, for anyone: by day, with the misses. */
export function AccuracyScreen() {
  const { data } = useSuspenseQuery(accuracyQuery)
  return (
    <Screen
      title={t`How accurate are our waiting times?`}
      about={t`Everyone who takes a number is told how long they will wait, as a range. Here is how often that was true.`}
    >
      {data.overall.called === 0 ? (
        <EmptyState
          title={
            <h2>
              <Trans>Nothing to count yet</Trans>
            </h2>
          }
          about={t`Figures appear here as soon as people have been told a wait and called.`}
        />
      ) : (
        <>
          <Verdict data={data} />
          <section
            aria-labelledby="kept-title"
            className="mt-10 max-w-page [&_h2]:mb-3 [&_h2]:text-xl [&_p]:max-w-[70ch]"
          >
            <h2 id="kept-title">
              <Trans>Promised and kept</Trans>
            </h2>
            <CalibrationChart data={data} />
          </section>
          <Days data={data} />
          <Meaning aim={data.aim} />
        </>
      )}
    </Screen>
  )
}

function Verdict({ data: { overall, aim, enough } }: { data: Answer }) {
  const figures = [
    {
      name: t`Waited as long as they were told`,
      value: percent(overall.within),
      about: t`${percent(aim)} is the target`,
    },
    { name: t`Waited longer than told`, value: percent(overall.longer), about: t`one in ten is the target` },
    {
      name: t`Mean width of the range`,
      value: minutes(overall.meanWidth),
      about: t`narrower is more precise`,
    },
    { name: t`Mean error`, value: minutes(overall.meanError), about: t`of the middle of the forecast` },
  ]
  return (
    <>
      {overall.shown < enough && (
        <Notice kind="warning" className="mb-6">
          <p>
            <Trans>
              Only {overall.shown} people have been told a range and called since: too few to judge by. The
              figures are shown as they are.
            </Trans>
          </p>
        </Notice>
      )}
      <dl className="cols-fit-180 [&_dt]:hint grid gap-5">
        {figures.map(({ name, value, about }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="font-650 text-3xl tabular-nums">{value}</dd>
            <dd className="hint">{about}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Days({ data }: { data: Answer }) {
  return (
    <section
      aria-labelledby="days-title"
      className="mt-10 max-w-page [&_h2]:mb-3 [&_h2]:text-xl [&_p]:max-w-[70ch]"
    >
      <h2 id="days-title">
        <Trans>By day</Trans>
      </h2>
      <DataTable
        caption={t`Accuracy of the stated waits, by day`}
        rows={data.days}
        rowKey={(day) => day.day}
        empty={null}
        columns={[
          { header: t`Day`, cell: (day) => longDay(day.day) },
          {
            header: t`As stated`,
            cell: (day) => <Share accuracy={day} aim={data.aim} enough={data.enough} />,
          },
          { header: t`Longer`, align: 'end', cell: (day) => percent(day.longer) },
          { header: t`Width`, align: 'end', cell: (day) => minutes(day.meanWidth) },
          { header: t`Error`, align: 'end', cell: (day) => minutes(day.meanError) },
          { header: t`Stated / called`, align: 'end', cell: (day) => `${day.shown} / ${day.called}` },
        ]}
      />
    </section>
  )
}

/** A bar with the aim marked; grey where too few were told to judge. */
function Share({ accuracy, aim, enough }: { accuracy: Accuracy; aim: number; enough: number }) {
  if (accuracy.within === null) return t`nobody was told a range`
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <svg viewBox="0 0 100 12" className="h-3 w-25" aria-hidden="true">
        <rect className="fill-sunk" width="100" height="12" rx="2" />
        <rect
          className={accuracy.shown < enough ? 'fill-line-strong' : 'fill-vial'}
          width={accuracy.within * 100}
          height="12"
          rx="2"
        />
        <path className="stroke-[1.5] stroke-ink" d={`M${aim * 100} 0v12`} />
      </svg>
      <span className="figures">{percent(accuracy.within)}</span>
      {accuracy.shown < enough && (
        <span className="hint">
          <Trans>too few to judge</Trans>
        </span>
      )}
    </span>
  )
}

function Meaning({ aim }: { aim: number }) {
  return (
    <section
      aria-labelledby="meaning-title"
      className="mt-10 max-w-page [&_h2]:mb-3 [&_h2]:text-xl [&_p]:max-w-[70ch]"
    >
      <h2 id="meaning-title">
        <Trans>How the wait is forecast</Trans>
      </h2>
      <p>
        <Trans>
          The rest of the day is simulated many times from the present queue: who waits, who is being seen and
          for how long, which desks are open, who is booked and may go first. The range holds{' '}
          {Math.round(aim * 10)} of 10 of these days, and is corrected by the errors of earlier forecasts. If
          too little is known, no wait is stated. What each person was told first is kept and counted here;
          people who were skipped because they had stepped out are left out.
        </Trans>
      </p>
    </section>
  )
}
