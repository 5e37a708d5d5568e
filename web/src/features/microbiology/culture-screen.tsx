import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { moveTask } from '#contract/bench.ts'
import { type CultureForm, type CultureStage, saveCulture } from '#contract/cultures.ts'
import { type MicrobiologySetup, readMicrobiology } from '#contract/microbiology.ts'
import type { FormAnalyte, ResultForm } from '#contract/results.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { spaced } from '../../lib/accession.ts'
import { browserZone } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { backLinkClass } from '../../ui/back-link.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ArrowLeftIcon, PlusIcon } from '../../ui/icons.tsx'
import { Key } from '../../ui/key.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { When } from '../../ui/when.tsx'
import { bodyOf, type Draft, draftOf, mostIsolates, newIsolate, whyNotSave } from './culture-draft.ts'
import { cultureQueries, culturesQuery } from './culture-queries.ts'
import { IsolateCard } from './isolate-card.tsx'

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
    <Page>
      <Link to="/cultures" className={backLinkClass}>
        <ArrowLeftIcon size={18} />
        <Trans>All cultures</Trans>
      </Link>
      <PageHeader
        title={t`${task.title}, ${task.patient.fullName}`}
        about={
          <span className="flex flex-wrap items-center gap-2">
            <Link to="/tasks/$id" params={{ id }} className="figures">
              {spaced(task.accession)}
            </Link>
            {day !== null && <Badge>{t`Day ${day} of ${finalDay}`}</Badge>}
            {interim && <Badge tone="vial">{t`Interim reported`}</Badge>}
            {lastRead && (
              <span className="hint">
                <Trans>
                  last read <When at={lastRead.at} zone={browserZone()} /> by {lastRead.by}
                </Trans>
              </span>
            )}
          </span>
        }
        action={<NextToRead id={id} />}
      />
      {results.status === 'pending' ? (
        <Start id={id} />
      ) : (
        <>
          {before}
          <Reading key={culture.revision} culture={culture} results={results} setup={setup} />
          {after}
        </>
      )}
    </Page>
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

const whyNot = {
  values: t`Enter the growth first.`,
  organism: t`Choose the organism of each isolate.`,
  cell: t`Check the marked values.`,
}

function Reading({
  culture,
  results,
  setup,
}: {
  culture: CultureForm
  results: ResultForm
  setup: MicrobiologySetup
}) {
  const { id, specimen, revision } = culture
  const [start] = useState(() => draftOf(culture, enteredIn(results), setup))
  const [draft, setDraft] = useState<Draft>(start)
  const [asked, setAsked] = useState(false)
  const save = useCall((stage: CultureStage) =>
    call(saveCulture, { params: { id }, body: bodyOf(draft, stage, revision) }),
  )
  const readOnly = results.whyNotEnter !== null
  const unsaved = draft !== start && !save.isSuccess
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: unsaved,
    withResolver: true,
  })
  const why = whyNotSave(draft)
  const problem = why && whyNot[why]
  const isCompleted = results.status === 'completed'
  return (
    <form
      className="stack gap-5"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || readOnly || why) return
        event.preventDefault()
        save.mutate(isCompleted ? 'interim' : 'reading')
      }}
    >
      {results.correctionReason !== null && results.releasedAt === null && (
        <Notice kind={results.inReport ? 'warning' : 'error'}>
          <p>
            {results.inReport
              ? t`Open for correction: ${results.correctionReason}`
              : t`Withdrawn, and waiting for new results: ${results.correctionReason}`}
          </p>
        </Notice>
      )}
      {results.whyNotEnter && (
        <Notice>
          <p>{results.whyNotEnter}</p>
        </Notice>
      )}
      {isCompleted && results.releasedAt === null && (
        <Notice>
          <p>
            <Trans>This reading is waiting for release. You can still change it.</Trans>
          </p>
        </Notice>
      )}
      {setup.breakpoints === null && (
        <Notice kind="warning">
          <p>
            <Trans>
              The laboratory has no breakpoint table yet, so zones and MICs get no category. You can enter S,
              I or R instead.
            </Trans>
          </p>
        </Notice>
      )}
      <Card className="stack gap-3" aria-label={t`Growth and Gram stain`}>
        <div className="cols-fit-180 grid items-start gap-3">
          {results.analytes.map((analyte) => (
            <Value
              key={analyte.code}
              analyte={analyte}
              typed={draft.values[analyte.code] ?? ''}
              readOnly={readOnly}
              onType={(text) => setDraft({ ...draft, values: { ...draft.values, [analyte.code]: text } })}
            />
          ))}
        </div>
      </Card>
      {draft.isolates.map((isolate) => (
        <IsolateCard
          key={isolate.number}
          isolate={isolate}
          specimen={specimen}
          setup={setup}
          readOnly={readOnly}
          onChange={(changed) =>
            setDraft({
              ...draft,
              isolates: draft.isolates.map((one) => (one.number === changed.number ? changed : one)),
            })
          }
          onRemove={() =>
            setDraft({
              ...draft,
              isolates: draft.isolates.filter(({ number }) => number !== isolate.number),
            })
          }
        />
      ))}
      {!readOnly && draft.isolates.length < mostIsolates && (
        <p>
          <Button
            onClick={() => setDraft({ ...draft, isolates: [...draft.isolates, newIsolate(draft.isolates)] })}
          >
            <PlusIcon />
            <Trans>Add an isolate</Trans>
          </Button>
        </p>
      )}
      {save.error && (
        <Notice kind="error" role="alert">
          <p>{save.error.message}</p>
        </Notice>
      )}
      {!readOnly && (
        <div className="sticky bottom-0 flex flex-wrap items-start gap-3 border-t bg-page py-3 max-md:static">
          {!isCompleted && (
            <Button
              variant="primary"
              pending={save.isPending && save.variables === 'reading'}
              disabled={save.isPending || why !== null}
              aria-keyshortcuts="Control+Enter"
              onClick={() => save.mutate('reading')}
            >
              <Trans>
                Save reading
                <Key name="Ctrl+Enter" />
              </Trans>
            </Button>
          )}
          <Button
            pending={save.isPending && save.variables === 'interim'}
            disabled={
              save.isPending || why !== null || (results.correctionReason !== null && results.inReport)
            }
            onClick={() => save.mutate('interim')}
          >
            <Trans>Save as interim report</Trans>
          </Button>
          <Button
            pending={save.isPending && save.variables === 'final'}
            disabled={save.isPending || why !== null}
            onClick={() =>
              culture.day !== null && culture.day < culture.finalDay ? setAsked(true) : save.mutate('final')
            }
          >
            <Trans>Save as final report</Trans>
          </Button>
          {problem && <p className="hint basis-full">{problem}</p>}
        </div>
      )}
      <ConfirmDialog
        open={asked}
        question={t`Save a final report before the final day?`}
        yes={t`Save final report`}
        no={t`Go back`}
        onYes={() => {
          setAsked(false)
          save.mutate('final')
        }}
        onNo={() => setAsked(false)}
      >
        <p>
          <Trans>
            The culture is at day {culture.day} of {culture.finalDay}.
          </Trans>
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        question={t`Leave without saving the reading?`}
        yes={t`Leave`}
        no={t`Stay`}
        onYes={() => blocker.proceed?.()}
        onNo={() => blocker.reset?.()}
      >
        <p>
          <Trans>Your entries are not saved yet.</Trans>
        </p>
      </ConfirmDialog>
    </form>
  )
}

const enteredIn = ({ analytes }: ResultForm) =>
  Object.fromEntries(analytes.map(({ code, entered }) => [code, entered ? String(entered.value) : '']))

function Value({
  analyte,
  typed,
  readOnly,
  onType,
}: {
  analyte: FormAnalyte
  typed: string
  readOnly: boolean
  onType: (text: string) => void
}) {
  const { code, name, options } = analyte
  const shared = { name: `values.${code}`, label: name, value: typed }
  return options.length > 0 ? (
    <SelectField
      {...shared}
      placeholder="–"
      disabled={readOnly}
      options={options.map((option) => ({ value: option, label: option }))}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  ) : (
    <TextField
      {...shared}
      maxLength={500}
      autoComplete="off"
      readOnly={readOnly}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
