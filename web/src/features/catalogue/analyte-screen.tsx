import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type CatalogueAnalyte, type IntervalVersion, readAnalyte } from '#contract/catalogue.ts'
import { queryFor } from '../../api/queries.ts'
import { sayUnit } from '../../lib/units.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { AnalyteForm } from './analyte-form.tsx'
import { ChangeList } from './change-list.tsx'
import { ConfirmIntervals } from './confirm-intervals.tsx'
import { IntervalForm } from './interval-form.tsx'
import { stateTones, stateWords } from './interval-words.ts'
import { LoincNotice } from './loinc-notice.tsx'
import { VersionList } from './version-list.tsx'

/** An analyte: its interval to look at, to change and to confirm, every version of it, and the analyte itself. */
export function AnalyteScreen({ code, zone }: { code: string; zone: string }) {
  const { data: analyte } = useSuspenseQuery(queryFor(readAnalyte, { params: { code } }))
  const latest = analyte.intervals[0]
  const [taken, setTaken] = useState<IntervalVersion | null>(null)
  const [edited, setEdited] = useState(false)
  // Another round is a table that begins anew.
  const [round, setRound] = useState(0)
  const begin = (version: IntervalVersion | null) => {
    setTaken(version)
    setRound(round + 1)
  }
  if (!latest) return null
  // Limits that were taken up belong to the version that was the latest then.
  const start = taken && taken.version < latest.version ? taken : latest
  const judged = analyte.kind !== 'text'
  return (
    <Screen
      rhythm="sections"
      title={analyte.name}
      about={<About analyte={analyte} />}
      action={judged && <ConfirmButton analyte={analyte} latest={latest} edited={edited} />}
    >
      <State latest={latest} zone={zone} />
      {judged ? (
        <section className="stack gap-4" aria-labelledby="interval">
          <h2 id="interval" className="text-xl">
            <Trans>Interval</Trans>
          </h2>
          <IntervalForm
            key={`${latest.version} ${round}`}
            analyte={analyte}
            start={start}
            zone={zone}
            onEdited={setEdited}
            onUndo={() => begin(null)}
          />
        </section>
      ) : (
        <p>
          <Trans>It is written in words and has no interval.</Trans>
        </p>
      )}
      <section className="stack gap-4" aria-labelledby="versions">
        <h2 id="versions" className="text-xl">
          <Trans>Versions of the interval</Trans>
        </h2>
        <VersionList
          versions={analyte.intervals}
          decimals={analyte.decimals}
          zone={zone}
          onTake={
            judged
              ? (version) => {
                  begin(version)
                  document.getElementById('interval')?.scrollIntoView()
                }
              : null
          }
        />
      </section>
      <section className="stack gap-4" aria-labelledby="itself">
        <h2 id="itself" className="text-xl">
          <Trans>The analyte</Trans>
        </h2>
        <AnalyteForm key={analyte.version} analyte={analyte} />
        <h3 className="mt-4 text-l">
          <Trans>How it was changed</Trans>
        </h3>
        <ChangeList history={analyte.history} zone={zone} />
      </section>
      <LoincNotice />
    </Screen>
  )
}

function About({ analyte: { unit, loinc, tests } }: { analyte: CatalogueAnalyte }) {
  return (
    <>
      {sayUnit(unit) && <span className="figures">{sayUnit(unit)}. </span>}
      {loinc && `LOINC ${[loinc.code, loinc.property].filter(Boolean).join(', ')}. `}
      {tests.length === 0 ? (
        t`In no test yet: put it into the panel of one.`
      ) : (
        <Trans>
          Tests:{' '}
          {tests.map(({ code, name }, at) => (
            <span key={code}>
              {at > 0 && ', '}
              <Link to="/manager-dashboard/catalogue/tests/$code" params={{ code }}>
                {name}
              </Link>
            </span>
          ))}
        </Trans>
      )}
    </>
  )
}

function State({ latest, zone }: { latest: IntervalVersion; zone: string }) {
  if (latest.state === 'to_be_confirmed') {
    return (
      <Notice kind="warning">
        <p>
          <Trans>
            <strong>To be confirmed by the laboratory’s director.</strong>{' '}
            {latest.enteredBy === null
              ? t`These limits come from a textbook. Populations differ: check that the limits fit yours.`
              : t`${latest.enteredBy} entered these limits.`}{' '}
            Until then, results judged by them say so.
          </Trans>
        </p>
      </Notice>
    )
  }
  return (
    <p>
      <Badge tone={stateTones[latest.state]}>{stateWords[latest.state]}</Badge>{' '}
      {latest.state === 'confirmed' &&
        (latest.confirmedBy && latest.confirmedAt ? (
          <Trans>
            by {latest.confirmedBy}, <When at={latest.confirmedAt} zone={zone} />
          </Trans>
        ) : (
          'as published; nobody here has put their name to it yet.'
        ))}
    </p>
  )
}

function ConfirmButton({
  analyte,
  latest,
  edited,
}: {
  analyte: CatalogueAnalyte
  latest: IntervalVersion
  edited: boolean
}) {
  if (latest.confirmedBy !== null || latest.state === 'none') return null
  return (
    <ConfirmIntervals
      entries={[{ ...analyte, interval: latest }]}
      opener={{
        variant: latest.state === 'to_be_confirmed' ? 'primary' : 'quiet',
        whyNot: edited ? t`Save or discard your changes first.` : null,
        children: t`Confirm this interval`,
      }}
    />
  )
}
