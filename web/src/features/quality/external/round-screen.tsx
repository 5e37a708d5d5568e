import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type EqaResult,
  type EqaRoundDetail,
  readEqaRound,
  reopenEqaRound,
  reportEqaFailure,
  sendEqaRound,
} from '#contract/eqa.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { browserZone, longDay } from '../../../lib/times.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { ReasonField } from '../../../ui/reason-field.tsx'
import { When } from '../../../ui/when.tsx'
import { AssessmentForm } from './assessment-form.tsx'
import { sayReported, sayRound, sayScore, sayTarget, verdictWords } from './eqa-words.ts'
import { ResultsForm } from './results-form.tsx'
import { RoundState } from './rounds-screen.tsx'

/** A round with the forms for its results and their assessment. `mayKeep`: the user may send and assess it. */
export function RoundScreen({ id, mayKeep }: { id: string; mayKeep: boolean }) {
  const { data: round } = useSuspenseQuery(queryFor(readEqaRound, { params: { id } }))
  const [assessing, setAssessing] = useState(false)
  const isSent = round.sentAt !== null
  const isAssessed = round.list.some(({ verdict }) => verdict !== null)
  return (
    <Screen
      rhythm="cards"
      title={sayRound(round)}
      state={<RoundState round={round} />}
      action={
        mayKeep &&
        !assessing &&
        (isSent ? (
          <>
            {!isAssessed && <ReopenForm round={round} />}
            <Button variant={isAssessed ? 'quiet' : 'primary'} onClick={() => setAssessing(true)}>
              {isAssessed ? t`Change the assessment` : t`Enter the assessment`}
            </Button>
          </>
        ) : (
          <SendForm round={round} />
        ))
      }
    >
      <Facts
        facts={[
          { name: t`Provider`, value: round.provider },
          { name: t`Site`, value: round.site },
          { name: t`Samples received on`, value: longDay(round.receivedOn) },
          { name: t`Results due on`, value: longDay(round.dueOn) },
          ...(round.sentAt === null
            ? []
            : [{ name: t`Sent`, value: <Sent at={round.sentAt} by={round.sentBy} /> }]),
        ]}
      />
      {!isSent && <ResultsForm round={round} />}
      {assessing && <AssessmentForm round={round} onClose={() => setAssessing(false)} />}
      {isSent && !assessing && (
        <DataTable
          caption={t`Results of the round`}
          rows={round.list}
          rowKey={(result) => result.id}
          columns={columns}
          empty={null}
        />
      )}
    </Screen>
  )
}

const Sent = ({ at, by }: { at: string; by: string | null }) => (
  <>
    <When at={at} zone={browserZone()} distance={false} />, {by}
  </>
)

const columns: readonly Column<EqaResult>[] = [
  { header: t`Sample`, cell: ({ sample }) => sample },
  { header: t`Analyte`, cell: ({ analyte }) => <strong className="font-600">{analyte}</strong> },
  {
    header: t`Reported`,
    cell: (result) => (
      <>
        <span className="whitespace-nowrap tabular-nums">{sayReported(result)}</span>
        {result.enteredBy && <span className="hint block">{result.enteredBy}</span>}
      </>
    ),
  },
  {
    header: t`Target`,
    cell: (result) => <span className="whitespace-nowrap tabular-nums">{sayTarget(result)}</span>,
  },
  { header: t`z score`, cell: ({ z }) => <span className="tabular-nums">{sayScore(z)}</span> },
  {
    header: t`Assessment`,
    cell: (result) => (
      <span className="flex flex-wrap items-center gap-2">
        {result.verdict === null ? (
          '–'
        ) : (
          <Badge tone={verdictWords[result.verdict].tone}>{verdictWords[result.verdict].label}</Badge>
        )}
        {(result.verdict === 'failed' || result.nonconformity) && <Nonconformity of={result} />}
      </span>
    ),
  },
]

/** The nonconformity about a failed result, or the button that reports it. */
function Nonconformity({ of: { id, sample, analyte, nonconformity } }: { of: EqaResult }) {
  const report = useCall(() => call(reportEqaFailure, { params: { id }, body: {} }), {})
  if (nonconformity) {
    return (
      <Link to="/nonconformities/$id" params={{ id: nonconformity.id }}>
        {t`Nonconformity ${nonconformity.number}`}
      </Link>
    )
  }
  return (
    <Button
      pending={report.isPending}
      aria-label={t`Report a nonconformity about ${analyte} in sample ${sample}`}
      onClick={() => report.mutate(undefined)}
    >
      <Trans>Report a nonconformity</Trans>
    </Button>
  )
}

function SendForm({ round }: { round: EqaRoundDetail }) {
  const dialog = useFormDialog(sendEqaRound, { params: { id: round.id }, of: round })
  const missing = round.results - round.entered
  const { provider } = round
  return (
    <DialogForm
      {...dialog}
      opener={{
        variant: 'primary',
        whyNot: round.entered === 0 ? t`Enter and save the results first.` : null,
        children: t`Results are sent`,
      }}
      scope="send"
      question
      title={t`Are the results sent to ${provider}?`}
      submit={t`Results are sent`}
      leave={t`Not yet`}
    >
      <p>
        <Trans>The results cannot be changed afterwards.</Trans>{' '}
        {missing > 0 && t`${missing} of ${round.results} results are not entered and count as not reported.`}
      </p>
    </DialogForm>
  )
}

function ReopenForm({ round }: { round: EqaRoundDetail }) {
  const dialog = useFormDialog(reopenEqaRound, { params: { id: round.id }, of: round })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Open again` }}
      scope="reopen"
      title={t`Open the round again`}
      submit={t`Open again`}
    >
      <ReasonField
        required
        hint={t`For example: a result was entered wrongly and the provider accepts a correction.`}
      />
    </DialogForm>
  )
}
