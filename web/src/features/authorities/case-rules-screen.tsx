import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addCaseRule,
  changeCaseReceiver,
  endCaseRule,
  type NotifiableRule,
  type PreparedRule,
  readCaseRules,
} from '#contract/cases.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TextField } from '../../ui/fields.tsx'
import { CaseRuleForm } from './case-rule-form.tsx'
import { sayFinding } from './case-words.ts'

type Settings = ResponseOf<typeof readCaseRules>

/** Which results are notifiable, and where notices are sent. */
export function CaseRulesScreen() {
  const { data } = useSuspenseQuery(queryFor(readCaseRules))
  const { rules, prepared, receiver, maySetUp } = data
  const [adds, setAdds] = useState(false)
  return (
    <Screen
      rhythm="cards"
      title={t`What is notifiable`}
      about={
        maySetUp
          ? t`Turn on what your health authority asks for. Confidential tests are never reported by name.`
          : t`Only staff who see all sites can change these settings.`
      }
      action={
        maySetUp && (
          <Button onClick={() => setAdds(true)}>
            <Trans>Add a result</Trans>
          </Button>
        )
      }
    >
      <Card>
        <h2 className="mb-3">
          <Trans>Turned on</Trans>
        </h2>
        <DataTable
          caption={t`Notifiable results`}
          rows={rules}
          rowKey={({ id }) => id}
          columns={ruleColumns(maySetUp)}
          empty={<p className="hint">{t`Nothing is notifiable yet.`}</p>}
        />
      </Card>
      {prepared.length > 0 && (
        <Card>
          <h2>
            <Trans>Starting list</Trans>
          </h2>
          <p className="hint mb-3">
            <Trans>
              This is not the list of your health authority. Check it against the current guideline for
              Integrated Disease Surveillance and Response (IDSR), and add what is missing.
            </Trans>
          </p>
          <DataTable
            caption={t`Results of the starting list that are not turned on`}
            rows={prepared}
            rowKey={(one) => `${one.disease} ${one.organism?.code ?? one.analyte?.code}`}
            columns={preparedColumns(maySetUp)}
            empty={null}
          />
        </Card>
      )}
      <Receiver receiver={receiver} maySetUp={maySetUp} />
      {adds && <CaseRuleForm settings={data} onClose={() => setAdds(false)} />}
    </Screen>
  )
}

const findingColumns: readonly Column<PreparedRule>[] = [
  { header: t`Disease`, cell: ({ disease }) => <strong>{disease}</strong> },
  { header: t`Result`, cell: (one) => <span className="wrap-anywhere">{sayFinding(one)}</span> },
]

const ruleColumns = (maySetUp: boolean): readonly Column<NotifiableRule>[] => [
  ...findingColumns,
  ...(maySetUp ? [{ header: t`Change`, cell: (rule: NotifiableRule) => <TurnOff rule={rule} /> }] : []),
]

const preparedColumns = (maySetUp: boolean): readonly Column<PreparedRule>[] => [
  ...findingColumns,
  ...(maySetUp ? [{ header: t`Change`, cell: (one: PreparedRule) => <TurnOn one={one} /> }] : []),
]

const TurnOff = ({ rule }: { rule: NotifiableRule }) => (
  <ConfirmButton
    opener={{
      variant: 'plain',
      children: t`Turn off`,
      'aria-label': t`Turn off ${rule.disease}, ${sayFinding(rule)}`,
    }}
    act={() => call(endCaseRule, { params: { id: rule.id } })}
    question={t`Turn off ${rule.disease}?`}
    yes={t`Turn off`}
    danger
  >
    <p>
      <Trans>No more cases are recorded because of this result. Cases that were recorded stay.</Trans>
    </p>
  </ConfirmButton>
)

function TurnOn({ one }: { one: PreparedRule }) {
  const { disease, organism, test, analyte, outcome, values } = one
  const body = {
    ...{ disease, outcome, values },
    ...{
      organismCode: organism?.code ?? null,
      testCode: test?.code ?? null,
      analyteCode: analyte?.code ?? null,
    },
  }
  const turn = useCall(() => call(addCaseRule, { body }), { saysRefusal: true })
  return (
    <Button
      variant="plain"
      pending={turn.isPending}
      aria-label={t`Turn on ${disease}, ${sayFinding(one)}`}
      onClick={() => turn.mutate()}
    >
      <Trans>Turn on</Trans>
    </Button>
  )
}

function Receiver({ receiver, maySetUp }: { receiver: Settings['receiver']; maySetUp: boolean }) {
  return (
    <Card>
      <div className="heading-row mb-3">
        <h2>
          <Trans>Where confirmed cases are sent</Trans>
        </h2>
        {maySetUp && <ChangeReceiver of={receiver} />}
      </div>
      <p className={receiver ? 'wrap-anywhere' : 'hint'}>
        {receiver
          ? receiver.address
          : t`No address yet: download confirmed cases as CSV and hand them over as your authority asks.`}
      </p>
    </Card>
  )
}

function ChangeReceiver({ of }: { of: Settings['receiver'] }) {
  const start = { address: of?.address ?? '', token: '', version: of?.version ?? 0 }
  const dialog = useFormDialog(changeCaseReceiver, { start })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Change the address` }}
      scope="receiver"
      title={t`Where confirmed cases are sent`}
      submit={t`Save`}
    >
      <TextField
        name="address"
        label={t`Address`}
        hint={t`It receives FHIR R4 messages (Bundle) by POST.`}
        required
        inputMode="url"
        maxLength={500}
        autoComplete="off"
        data-first-focus=""
      />
      <TextField
        name="token"
        label={t`Token`}
        hint={
          of?.hasToken
            ? t`Leave it empty to keep the one that is stored.`
            : t`Sent as a bearer token. It is not shown again.`
        }
        type="password"
        optional
        maxLength={500}
        autoComplete="off"
      />
    </DialogForm>
  )
}
