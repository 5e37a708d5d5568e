import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import {
  type ConfidentialCare,
  type KitLot,
  noteInvalidRapidTest,
  readConfidentialCare,
  saveRapidTests,
} from '#contract/rapid-tests.ts'
import { type ResultForm, readResults } from '#contract/results.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { browserZone } from '../../../lib/times.ts'
import type { Typed } from '../../../screen/drafts/begin-draft.ts'
import { DraftConflict } from '../../../screen/drafts/draft-conflict.tsx'
import { whereInWords } from '../../../screen/drafts/draft-words.ts'
import { onPaperOf } from '../../../screen/drafts/paper-draft.ts'
import { PaperFields } from '../../../screen/drafts/paper-fields.tsx'
import {
  chooseFirst,
  isUnanswered,
  savePatienceMs,
  saveProblem,
  whyChoose,
} from '../../../screen/drafts/save-problem.ts'
import { useAskedAgain } from '../../../screen/drafts/use-asked-again.ts'
import { useDraft } from '../../../screen/drafts/use-draft.ts'
import { type Kept, useKept } from '../../../screen/drafts/use-kept.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { KitFields } from './kit-fields.tsx'
import {
  countShown,
  deviceIn,
  nameOf,
  outcomes,
  places,
  rapidFields,
  savedRapid,
  testsIn,
} from './rapid-typed.ts'

type Props = { care: ConfidentialCare; needed: number; results: ResultForm }

/**
 * The form for the rapid tests in their order. The next test appears after a reactive test. An invalid test is recorded by itself. What
 * is typed is kept like other results until it is saved.
 */
export function RapidForm(props: Props) {
  const kept = useKept(props.results.taskId)
  if (!kept) return <SkeletonLines count={3} says={t`Loading your draft...`} />
  return <OpenRapid {...props} {...kept} />
}

function OpenRapid({ care, needed, results, place, kept }: Props & Kept) {
  const { kits } = care
  const queryClient = useQueryClient()
  const params = { id: results.taskId }
  const careKey = queryFor(readConfidentialCare, { params }).queryKey
  const resultsKey = queryFor(readResults, { params }).queryKey
  const saved = useMemo(() => savedRapid(care, results), [care, results])
  const read = async (signal: AbortSignal) => {
    const careNow = await call(readConfidentialCare, { params, signal })
    const resultsNow = await call(readResults, { params, signal })
    queryClient.setQueryData(careKey, careNow)
    queryClient.setQueryData(resultsKey, resultsNow)
    return savedRapid(careNow, resultsNow)
  }
  const draft = useDraft(
    place,
    { form: saved, kept },
    {
      read,
      onSent: (sent) => queryClient.setQueryData(resultsKey, (known) => known && { ...known, draft: sent }),
    },
  )
  const { keeper, typed, conflict } = draft
  const isOneVersion = care.revision === results.resultsRevision
  useEffect(() => {
    // The two are loaded one after the other.
    if (isOneVersion) keeper.seen(saved)
  }, [keeper, saved, isOneVersion])
  const isShownBeside = ({ code }: ApiError) => code === 'changed_meanwhile' && !draft.lost
  const body = useCallback(
    () => ({
      ...{ tests: testsIn(typed, needed, kits), revision: results.resultsRevision },
      onPaper: onPaperOf(typed, results.onPaper),
    }),
    [typed, needed, kits, results],
  )
  const form = useResourceForm(saveRapidTests, {
    params,
    body,
    send: async (asked) => {
      const revision = await keeper.halt()
      if (keeper.view().conflict) throw chooseFirst()
      const signal = AbortSignal.timeout(savePatienceMs)
      return call(saveRapidTests, { params, body: { ...asked, draft: revision }, signal })
    },
    refusal: (error) => (isShownBeside(error) ? null : saveProblem(error)),
    onDone: () => read(AbortSignal.timeout(savePatienceMs)).then(keeper.restart, () => keeper.resume()),
    onRefused: async (refusal) => {
      if (isUnanswered(refusal)) keeper.ask('save')
      const looked = keeper.resume()
      if (refusal.code === 'changed_meanwhile') await looked
    },
  })
  const { send, error, reset } = form
  const sendAgain = useCallback(() => send(body()), [send, body])
  useAskedAgain(draft, form.pending || !isOneVersion, sendAgain)
  const isArrived = draft.where === 'nowhere' && !conflict
  useEffect(() => {
    // The save had arrived after all, or the person has chosen between it and another.
    if (error && isArrived && (isUnanswered(error) || error.code === 'changed_meanwhile')) reset()
  }, [error, isArrived, reset])
  return (
    <ResourceForm form={form}>
      {conflict && (
        <DraftConflict
          conflict={conflict}
          fields={rapidFields(kits, results)}
          here={typed}
          zone={browserZone()}
          hasFocus={error !== null && isShownBeside(error)}
          apart
          onChoose={(which) => {
            reset()
            keeper.choose(which)
          }}
        />
      )}
      {places.slice(0, countShown(needed, typed)).map((number) => (
        <RapidFields key={number} place={number} kits={kits} typed={typed} onType={keeper.type} />
      ))}
      {results.onPaper && <PaperFields form={results.onPaper} typed={typed} onType={keeper.add} />}
      <p className="hint" role="status">
        {whereInWords(draft)}
      </p>
      <Actions
        id={params.id}
        kits={kits}
        typed={typed}
        whyNot={conflict ? whyChoose : null}
        onType={keeper.type}
      />
    </ResourceForm>
  )
}

type Typing = { kits: readonly KitLot[]; typed: Typed; onType: (name: string, text: string) => void }

/** Saves the tests, or records a test without a control line. */
function Actions({ id, kits, typed, whyNot, onType }: Typing & { id: string; whyNot: string | null }) {
  const invalid = useCall(
    (place: number) => call(noteInvalidRapidTest, { params: { id }, body: deviceIn(typed, place, kits) }),
    // The repeat needs a device of its own, mostly of the same kit.
    { onDone: (_answer, place) => onType(nameOf(place, 'reactive'), '') },
  )
  const invalidPlace = places.find((place) => typed[nameOf(place, 'reactive')] === 'invalid')
  return (
    <>
      {invalid.error && (
        <Notice kind="error" role="alert">
          <p>{[invalid.error.message, ...Object.values(invalid.error.fields ?? {}).flat()].join(' ')}</p>
        </Notice>
      )}
      {invalidPlace === undefined ? (
        <FormActions>
          <SubmitButton whyNot={whyNot}>
            <Trans>Save rapid tests</Trans>
          </SubmitButton>
        </FormActions>
      ) : (
        <div className="stack items-start gap-3">
          <p>
            <Trans>
              An invalid test does not count. Record it with its lot, then repeat it with a new device.
            </Trans>
          </p>
          <Button variant="primary" pending={invalid.isPending} onClick={() => invalid.mutate(invalidPlace)}>
            <Trans>Record the invalid test</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function RapidFields({ place, kits, typed, onType }: Typing & { place: number }) {
  const number = place + 1
  const name = (field: string) => nameOf(place, field)
  const field = (of: string) => ({
    name: name(of),
    value: typed[name(of)] ?? '',
    onType: (text: string) => onType(name(of), text),
  })
  const { onType: choose, ...outcome } = field('reactive')
  return (
    <fieldset className="stack min-w-0 gap-4 border-t pt-4">
      <legend className="float-start p-0 font-600">
        <Trans>Test {number}</Trans>
      </legend>
      <div className="cols-fit-220 grid items-start gap-5">
        <KitFields field={field} kits={kits} />
        <SelectField
          {...outcome}
          label={t`Outcome`}
          required
          placeholder={t`Choose`}
          options={outcomes}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
    </fieldset>
  )
}
