import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { readVisitTests, removeVisitTest } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { queryFor } from '../../../api/queries.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { AddTests } from './add-tests.tsx'
import { ReasonButton } from './reason-button.tsx'

type Test = ResponseOf<typeof readVisitTests>['tests'][number]

const states: Readonly<Record<Test['state'], { label: string; tone: Tone }>> = {
  collection: { label: t`To be collected`, tone: 'warning' },
  pending: { label: t`Not started`, tone: 'quiet' },
  in_progress: { label: t`In progress`, tone: 'info' },
  completed: { label: t`Done`, tone: 'vial' },
  released: { label: t`Released`, tone: 'ok' },
}

/** The tests of a visit, which can be removed until they are started, and the way to add more. */
export function VisitTests({ visitId }: { visitId: string }) {
  const { data } = useQuery(queryFor(readVisitTests, { params: { id: visitId } }))
  if (!data || data.whyNotAdd !== null) return null
  return (
    <Card title={t`Tests`}>
      <ul className="mb-4 border-t">
        {data.tests.map((test) => (
          <TestEntry key={test.name} visitId={visitId} test={test} />
        ))}
      </ul>
      <AddTests visitId={visitId} addable={data.addable} />
    </Card>
  )
}

function TestEntry({ visitId, test: { name, state, whyNotRemove } }: { visitId: string; test: Test }) {
  const { label, tone } = states[state]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b py-2">
      <span className="row gap-x-3">
        <span className="font-550">{name}</span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      {whyNotRemove === null && (
        <ReasonButton
          title={t`Remove ${name}?`}
          about={t`The test is not done and does not appear on the report. It can be added again.`}
          yes={t`Remove`}
          no={t`Keep it`}
          danger
          endpoint={removeVisitTest}
          params={{ id: visitId }}
          body={{ test: name }}
        >
          <Trans>
            Remove<span className="visually-hidden"> {name}</span>
          </Trans>
        </ReasonButton>
      )}
    </li>
  )
}
