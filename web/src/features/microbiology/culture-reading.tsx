import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  type CultureForm,
  type CultureStage,
  cultureStages,
  readCulture,
  saveCulture,
} from '#contract/cultures.ts'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import { type ResultForm, readResults } from '#contract/results.ts'
import { call } from '../../api/client.ts'
import type { AskedSave } from '../../api/kept-drafts.ts'
import { browserZone } from '../../lib/times.ts'
import { savedAsTyped } from '../../screen/drafts/begin-draft.ts'
import { DraftConflict } from '../../screen/drafts/draft-conflict.tsx'
import { whereInWords } from '../../screen/drafts/draft-words.ts'
import { onPaperOf, paperIn } from '../../screen/drafts/paper-draft.ts'
import { PaperFields } from '../../screen/drafts/paper-fields.tsx'
import {
  chooseFirst,
  isUnanswered,
  savePatienceMs,
  saveProblem,
  whyChoose,
} from '../../screen/drafts/save-problem.ts'
import { useAskedAgain } from '../../screen/drafts/use-asked-again.ts'
import { useDraft } from '../../screen/drafts/use-draft.ts'
import { type Kept, useKept } from '../../screen/drafts/use-kept.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Key } from '../../ui/key.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { bodyOf, whyNotSave } from './culture-draft.ts'
import { fieldsOf } from './culture-fields.ts'
import { cultureQueries } from './culture-queries.ts'
import { draftFrom, savedForm, typedOf } from './culture-typed.ts'
import { ReadingFields } from './reading-fields.tsx'

type Props = { culture: CultureForm; results: ResultForm; setup: MicrobiologySetup }

/** A reading: kept while it is typed, like other results, until it is saved. It cannot be changed once it is released. */
export function Reading(props: Props) {
  const { culture, results, setup } = props
  const kept = useKept(culture.id)
  if (results.whyNotEnter !== null) {
    return (
      <div className="stack gap-5">
        <Notices {...props} />
        <ReadingFields
          draft={draftFrom(savedAsTyped(savedForm(culture, results, setup)), results.analytes, setup)}
          analytes={results.analytes}
          specimen={culture.specimen}
          setup={setup}
          readOnly
          onChange={() => {}}
        />
      </div>
    )
  }
  if (!kept) return <SkeletonLines count={5} says={t`Loading your draft...`} />
  return <OpenReading {...props} {...kept} />
}

const whyNot = {
  values: t`Enter the growth first.`,
  organism: t`Choose the organism of each isolate.`,
  cell: t`Check the marked values.`,
}

function OpenReading({ culture, results, setup, place, kept }: Props & Kept) {
  const { id, specimen } = culture
  const queryClient = useQueryClient()
  const [cultureQuery, resultsQuery] = cultureQueries(id)
  const params = { id }
  const form = useMemo(() => savedForm(culture, results, setup), [culture, results, setup])
  const read = async (signal: AbortSignal) => {
    const readNow = await call(readCulture, { params, signal })
    const saved = await call(readResults, { params, signal })
    queryClient.setQueryData(cultureQuery.queryKey, readNow)
    queryClient.setQueryData(resultsQuery.queryKey, saved)
    return savedForm(readNow, saved, setup)
  }
  const kind = useDraft(
    place,
    { form, kept },
    {
      read,
      onSent: (sent) =>
        queryClient.setQueryData(resultsQuery.queryKey, (known) => known && { ...known, draft: sent }),
    },
  )
  const { keeper, typed, conflict } = kind
  const draft = useMemo(() => draftFrom(typed, results.analytes, setup), [typed, results.analytes, setup])
  const isOneVersion = culture.revision === results.resultsRevision
  useEffect(() => {
    // The two are loaded one after the other.
    if (isOneVersion) keeper.seen(form)
  }, [keeper, form, isOneVersion])
  const [asked, setAsked] = useState(false)
  const save = useCall(
    async (stage: CultureStage) => {
      const draftRevision = await keeper.halt()
      const now = keeper.view()
      if (now.conflict) throw chooseFirst()
      const { analytes, resultsRevision, onPaper } = results
      const body = bodyOf(draftFrom(now.typed, analytes, setup), stage, resultsRevision)
      const given = { ...body, onPaper: onPaperOf(now.typed, onPaper), draft: draftRevision }
      const signal = AbortSignal.timeout(savePatienceMs)
      return call(saveCulture, { params, body: given, signal })
    },
    {
      failsOffline: true,
      onDone: () => read(AbortSignal.timeout(savePatienceMs)).then(keeper.restart, () => keeper.resume()),
      onRefused: (refusal, stage) => {
        if (isUnanswered(refusal)) keeper.ask(stage)
        void keeper.resume()
      },
    },
  )
  const { mutate, error, reset } = save
  const sendAgain = useCallback(
    (again: AskedSave) => {
      const stage = cultureStages.find((one) => one === again)
      if (stage) mutate(stage)
    },
    [mutate],
  )
  useAskedAgain(kind, save.isPending || !isOneVersion, sendAgain)
  const isArrived = culture.stage === save.variables && kind.where === 'nowhere'
  useEffect(() => {
    // The save had arrived after all.
    if (error && isUnanswered(error) && isArrived) reset()
  }, [error, isArrived, reset])
  const refused = error && saveProblem(error)
  const why = whyNotSave(draft)
  const problem = conflict ? whyChoose : why && whyNot[why]
  const cannotSave = save.isPending || problem !== null
  const isCompleted = results.status === 'completed'
  return (
    <form
      className="stack gap-5"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || cannotSave) return
        event.preventDefault()
        save.mutate(isCompleted ? 'interim' : 'reading')
      }}
    >
      {conflict && (
        <DraftConflict
          conflict={conflict}
          fields={fieldsOf(
            [typed, conflict.kind === 'draft' ? conflict.there : savedAsTyped(conflict.form)],
            results,
            setup,
          )}
          here={typed}
          zone={browserZone()}
          hasFocus={save.error !== null}
          apart
          onChoose={(which) => {
            save.reset()
            keeper.choose(which)
          }}
        />
      )}
      <Notices culture={culture} results={results} setup={setup} />
      <ReadingFields
        draft={draft}
        analytes={results.analytes}
        specimen={specimen}
        setup={setup}
        readOnly={save.isPending}
        onChange={(changed) => keeper.retype({ ...typedOf(changed, setup), ...paperIn(typed) })}
      />
      {results.onPaper && <PaperFields form={results.onPaper} typed={typed} onType={keeper.add} />}
      {refused && (
        <Notice kind="error" role="alert">
          <p>{[refused.message, ...Object.values(error.fields ?? {}).flat()].join(' ')}</p>
          {'about' in refused && <p>{refused.about}</p>}
        </Notice>
      )}
      <div className="sticky bottom-0 flex flex-wrap items-start gap-3 border-t bg-page py-3 max-md:static">
        <p className="hint basis-full" role="status">
          {whereInWords(kind)}
        </p>
        {!isCompleted && (
          <Button
            variant="primary"
            pending={save.isPending && save.variables === 'reading'}
            disabled={cannotSave}
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
          disabled={cannotSave || (results.correctionReason !== null && results.inReport)}
          onClick={() => save.mutate('interim')}
        >
          <Trans>Save as interim report</Trans>
        </Button>
        <Button
          pending={save.isPending && save.variables === 'final'}
          disabled={cannotSave}
          onClick={() =>
            culture.day !== null && culture.day < culture.finalDay ? setAsked(true) : save.mutate('final')
          }
        >
          <Trans>Save as final report</Trans>
        </Button>
        {problem && <p className="hint basis-full">{problem}</p>}
      </div>
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
    </form>
  )
}

/** What to know before the reading is changed. */
function Notices({ results, setup }: Props) {
  return (
    <>
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
      {results.status === 'completed' && results.releasedAt === null && (
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
    </>
  )
}
