import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  actOnNonconformity,
  closeNonconformity,
  harms,
  type Nonconformity,
  nonconformityKinds,
  readNonconformity,
  reopenNonconformity,
} from '#contract/nonconformities.ts'
import { queryFor } from '../../api/queries.ts'
import { spaced } from '../../lib/accession.ts'
import { longDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { By } from '../../ui/by.tsx'
import { Card } from '../../ui/card.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { StateBadge } from './nonconformities-screen.tsx'

/** A nonconformity with cause, corrective action and effectiveness. `mayHandle`: the reader has the permission. */
export function NonconformityScreen({ id, mayHandle }: { id: string; mayHandle: boolean }) {
  const { data: one } = useSuspenseQuery(queryFor(readNonconformity, { params: { id } }))
  const closed = one.state === 'closed'
  return (
    <Screen
      rhythm="cards"
      title={t`Nonconformity ${one.number}`}
      state={<StateBadge row={one} />}
      action={mayHandle && (closed ? <ReopenForm of={one} /> : <CloseForm of={one} />)}
    >
      <Reported of={one} />
      <Card aria-labelledby="action">
        <h2 id="action" className="mb-4">
          <Trans>Cause and corrective action</Trans>
        </h2>
        {one.actedAt && (
          <Facts
            facts={[
              { name: t`Cause`, value: one.cause },
              { name: t`Corrective action`, value: one.action },
              { name: t`Due on`, value: one.dueOn && longDay(one.dueOn) },
              { name: t`Entered by`, value: <By name={one.actedBy} at={one.actedAt} /> },
            ]}
          />
        )}
        {!one.actedAt && (
          <p className="hint">
            <Trans>No cause and no corrective action are entered yet.</Trans>
          </p>
        )}
        {mayHandle && !closed && <ActForm of={one} />}
      </Card>
      {one.closedAt && (
        <Card aria-labelledby="effectiveness">
          <h2 id="effectiveness" className="mb-4">
            <Trans>Effectiveness</Trans>
          </h2>
          <Facts
            facts={[
              { name: t`Assessment`, value: one.effectiveness },
              { name: t`Closed by`, value: <By name={one.closedBy} at={one.closedAt} /> },
            ]}
          />
        </Card>
      )}
    </Screen>
  )
}

function Reported({ of }: { of: Nonconformity }) {
  const { kind, harm, site, description, immediateAction, reportedBy, reportedAt } = of
  return (
    <Card aria-labelledby="reported">
      <h2 id="reported" className="mb-4">
        <Trans>What happened</Trans>
      </h2>
      <p className="wrap-anywhere mb-5 max-w-text whitespace-pre-wrap" dir="auto">
        {description}
      </p>
      <Facts
        facts={[
          { name: t`Category`, value: translated(nonconformityKinds[kind]) },
          { name: t`Harm`, value: translated(harms[harm]) },
          { name: t`Immediate action`, value: immediateAction },
          { name: t`Reported by`, value: <By name={reportedBy} at={reportedAt} /> },
          { name: t`Site`, value: site },
          ...subjectOf(of),
        ]}
      />
    </Card>
  )
}

function subjectOf({ accession, visitId, messageId, reference }: Nonconformity) {
  if (accession !== null) {
    const link = (
      <Link to="/sample/$accession" params={{ accession }} className="figures">
        {spaced(accession)}
      </Link>
    )
    return [{ name: t`Sample`, value: link }]
  }
  if (visitId !== null) {
    const link = (
      <Link to="/collect/$visitId" params={{ visitId }}>
        {reference}
      </Link>
    )
    return [{ name: t`Visit`, value: link }]
  }
  if (messageId === null) return []
  const link = (
    <Link to="/manager-dashboard/messages/$id" params={{ id: messageId }}>
      <Trans>Open the message</Trans>
    </Link>
  )
  return [{ name: t`Message`, value: link }]
}

type FormProps = { of: Nonconformity }
const about = (of: Nonconformity) => ({ params: { id: of.id }, of })

function ActForm({ of }: FormProps) {
  const dialog = useFormDialog(actOnNonconformity, {
    ...about(of),
    body: ({ cause, action, dueOn }, { version }) => ({ cause, action, dueOn: dueOn || null, version }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ className: 'mt-4', children: of.actedAt ? t`Change` : t`Enter cause and corrective action` }}
      title={t`Cause and corrective action`}
      submit={t`Save`}
    >
      <TextArea name="cause" label={t`Cause`} rows={4} required maxLength={2_000} data-first-focus="" />
      <TextArea
        name="action"
        label={t`Corrective action`}
        hint={t`What is done so that it does not happen again.`}
        rows={4}
        required
        maxLength={2_000}
      />
      <DateField name="dueOn" label={t`Due on`} optional />
    </DialogForm>
  )
}

function CloseForm({ of }: FormProps) {
  const dialog = useFormDialog(closeNonconformity, { ...about(of) })
  const { number } = of
  return (
    <DialogForm
      {...dialog}
      opener={{ variant: 'primary', whyNot: of.whyNotClose, children: t`Close` }}
      title={t`Close nonconformity ${number}`}
      submit={t`Close`}
    >
      <TextArea
        name="effectiveness"
        label={t`Effectiveness`}
        hint={t`Whether the corrective action worked, and how you checked it.`}
        rows={4}
        required
        maxLength={2_000}
        data-first-focus=""
      />
    </DialogForm>
  )
}

function ReopenForm({ of }: FormProps) {
  const dialog = useFormDialog(reopenNonconformity, { ...about(of) })
  const { number } = of
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Open again` }}
      title={t`Open nonconformity ${number} again`}
      submit={t`Open again`}
    >
      <TextArea name="reason" label={t`Reason`} rows={3} required maxLength={2_000} data-first-focus="" />
    </DialogForm>
  )
}
