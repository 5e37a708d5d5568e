import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { startWorklist, worklist } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { catalogueTests } from '#contract/sites.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { spaced } from '../../../lib/accession.ts'
import { exactly } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { RackDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Bench } from '../bench/bench.tsx'
import { renewing, useZone } from '../bench/bench-queries.ts'
import { WorklistTable } from './worklist-table.tsx'

type Started = ResponseOf<typeof startWorklist>

/**
 * The worklist of a test in the order in which a rack is filled: shown, printed, and started as a whole. `notice` is shown above the list.
 */
export function WorklistScreen({ test, notice }: { test: string | undefined; notice: ReactNode }) {
  const navigate = useNavigate()
  const zone = useZone()
  const tests = useQuery({ ...queryFor(catalogueTests), staleTime: Number.POSITIVE_INFINITY })
  const list = useQuery({
    ...queryFor(worklist, { query: { test: test ?? '' } }),
    ...renewing,
    enabled: test !== undefined,
    placeholderData: keepPreviousData,
  })
  const start = useCall((ids: string[]) => call(startWorklist, { body: { tasks: ids } }), {
    saysRefusal: true,
  })
  const tasks = test === undefined ? [] : (list.data?.tasks ?? [])
  const ready = tasks.filter(({ status, whyNotStart }) => status === 'pending' && whyNotStart === null)
  return (
    <Bench>
      <Screen
        title={test === undefined || !list.data ? t`Worklists` : t`Worklist: ${list.data.test}`}
        about={
          list.data &&
          test !== undefined && (
            <>
              {sayCount(tasks.length, ready.length)}
              <span className="hidden print:block">{exactly(list.data.at, zone)}</span>
            </>
          )
        }
        action={
          tasks.length > 0 && (
            <span className="flex flex-wrap items-start gap-2 print:hidden">
              <KeyButton shortcut="P" onPress={() => window.print()}>
                {t`Print`}
              </KeyButton>
              <KeyButton
                shortcut="S"
                variant="primary"
                pending={start.isPending}
                pendingText={t`Starting…`}
                whyNot={ready.length > 0 ? null : t`Nothing on this list can be started.`}
                onPress={() => start.mutate(ready.map(({ id }) => id))}
              >
                {t`Start all`} {ready.length > 0 && ready.length}
              </KeyButton>
            </span>
          )
        }
      >
        {notice}
        <div className="mb-4 max-w-105 print:hidden">
          <SelectField
            name="test"
            label={t`Test`}
            placeholder={t`Choose a test`}
            value={test ?? ''}
            options={(tests.data ?? []).map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => {
              start.reset()
              void navigate({ to: '/worklist', search: { test: event.currentTarget.value || undefined } })
            }}
          />
        </div>
        {start.data && start.data.left.length > 0 && <LeftOut left={start.data.left} />}
        {test === undefined ? (
          <EmptyState
            picture={<RackDrawing />}
            title={
              <h2>
                <Trans>Choose a test</Trans>
              </h2>
            }
            about={t`Its samples are listed here in the order of work. You can print the list and start all of them at once.`}
          />
        ) : list.error && !list.data ? (
          <Failed
            title="p"
            error={list.error}
            failure={t`The list could not be loaded`}
            onRetry={() => void list.refetch()}
          />
        ) : !list.data ? (
          <SkeletonLines count={8} says={translated(messages.loading.any)} />
        ) : tasks.length === 0 ? (
          <EmptyState
            picture={<RackDrawing />}
            title={
              <h2>
                <Trans>No samples are waiting for {list.data.test}</Trans>
              </h2>
            }
            about={t`Samples appear here once they are collected, if the test is one of your specialties.`}
          />
        ) : (
          <>
            <WorklistTable tasks={tasks} zone={zone} />
            {list.data.more && (
              <p className="my-3">
                <Trans>There are more. A list has as many samples as a rack holds.</Trans>
              </p>
            )}
          </>
        )}
      </Screen>
    </Bench>
  )
}

function LeftOut({ left }: { left: Started['left'] }) {
  return (
    <Notice kind="warning" role="status" className="my-3 print:hidden">
      <p>
        <Trans>Left out:</Trans>
      </p>
      <ul>
        {left.map(({ accession, patient, why }) => (
          <li key={accession}>
            <span className="figures">{spaced(accession)}</span>, {patient}: {why}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function sayCount(all: number, ready: number): string {
  return all === 1 ? t`1 sample, ${ready} ready to start` : t`${all} samples, ${ready} ready to start`
}
