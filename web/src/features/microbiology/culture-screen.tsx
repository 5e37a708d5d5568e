import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { moveTask } from '#contract/bench.ts'
import { readMicrobiology } from '#contract/microbiology.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { spaced } from '../../lib/accession.ts'
import { browserZone } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { When } from '../../ui/when.tsx'
import { cultureQueries, culturesQuery } from './culture-queries.ts'
import { Reading } from './culture-reading.tsx'

/**
 * One culture: its growth, its isolates, and whether the reading is interim or final. `before` and `after` stand above and below the
 * reading: critical values, and the withdrawal of results.
 */
export function CultureScreen({ id, before, after }: { id: string; before: ReactNode; after: ReactNode }) {
  const [cultureQuery, resultsQuery, taskQuery] = cultureQueries(id)
  const { data: culture } = useSuspenseQuery(cultureQuery)
  const { data: results } = useSuspenseQuery(resultsQuery)
  const { data: task } = useSuspenseQuery(taskQuery)
  const { data: setup } = useSuspenseQuery(queryFor(readMicrobiology))
  const { day, finalDay, interim, lastRead } = culture
  return (
    <Screen
      title={t`${task.title}, ${task.patient.fullName}`}
      state={
        <>
          {day !== null && <Badge>{t`Day ${day} of ${finalDay}`}</Badge>}{' '}
          {interim && <Badge tone="vial">{t`Interim reported`}</Badge>}
        </>
      }
      about={
        <>
          <Link to="/tasks/$id" params={{ id }} className="figures">
            {spaced(task.accession)}
          </Link>
          {lastRead && (
            <>
              {', '}
              <Trans>
                last read <When at={lastRead.at} zone={browserZone()} /> by {lastRead.by}
              </Trans>
            </>
          )}
        </>
      }
      action={<NextToRead id={id} />}
    >
      {results.status === 'pending' ? (
        <Start id={id} />
      ) : (
        <>
          {before}
          <Reading culture={culture} results={results} setup={setup} />
          {after}
        </>
      )}
    </Screen>
  )
}

function Start({ id }: { id: string }) {
  const start = useCall(() => call(moveTask, { params: { id }, body: { status: 'in_progress' } }), {
    saysRefusal: true,
  })
  return (
    <Card className="stack items-start gap-3">
      <p>
        <Trans>Incubation has started: today is day 0.</Trans>
      </p>
      <Button variant="primary" pending={start.isPending} onClick={() => start.mutate()}>
        <Trans>Start incubation</Trans>
      </Button>
    </Card>
  )
}

function NextToRead({ id }: { id: string }) {
  const { rows } = useSuspenseQuery(culturesQuery).data
  const next = rows.find((row) => row.toRead && row.id !== id)
  return (
    next && (
      <Link to="/cultures/$id" params={{ id: next.id }} className={buttonClass()}>
        <Trans>Next culture: {next.patient.fullName}</Trans>
      </Link>
    )
  )
}
