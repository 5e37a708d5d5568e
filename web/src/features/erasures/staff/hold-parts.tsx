import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { endLegalHold, holdKinds, type LegalHold } from '#contract/legal-holds.ts'
import { translated } from '../../../lib/translated.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Badge } from '../../../ui/badge.tsx'
import { By } from '../../../ui/by.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { TextArea } from '../../../ui/fields.tsx'

/** The columns of legal holds after the person. */
export const holdColumns: readonly Column<LegalHold>[] = [
  { header: t`Reason`, cell: (hold) => <Why hold={hold} /> },
  { header: t`Placed`, cell: ({ placedBy, placedAt }) => <By name={placedBy} at={placedAt} /> },
  { header: t`Status`, cell: (hold) => <State hold={hold} /> },
  {
    header: t`Action`,
    align: 'end',
    cell: (hold) => hold.ended === null && <EndHold hold={hold} />,
  },
]

/** A legal hold where there is no room for a table. */
export const HoldItem = ({ hold }: { hold: LegalHold }) => (
  <li className="flex flex-col items-start gap-2 border-t py-3">
    <div>
      <Why hold={hold} />
      <span className="hint block">
        <By name={hold.placedBy} at={hold.placedAt} />
      </span>
    </div>
    <div>
      <State hold={hold} />
    </div>
    {hold.ended === null && (
      <div className="-ms-3">
        <EndHold hold={hold} />
      </div>
    )}
  </li>
)

const Why = ({ hold: { kind, reason } }: { hold: LegalHold }) => (
  <>
    {translated(holdKinds[kind])}
    <span className="hint wrap-anywhere block max-w-[40ch]">{reason}</span>
  </>
)

const State = ({ hold: { ended } }: { hold: LegalHold }) =>
  ended === null ? (
    <Badge tone="warning">{t`In force`}</Badge>
  ) : (
    <>
      <Badge tone="neutral">{t`Ended`}</Badge>
      <span className="hint block">
        <By name={ended.by} at={ended.at} />
      </span>
      <span className="hint wrap-anywhere block max-w-[40ch]">{ended.reason}</span>
    </>
  )

function EndHold({ hold: { id, person } }: { hold: LegalHold }) {
  const of = person.fullName
  const dialog = useFormDialog(endLegalHold, { params: { id } })
  return (
    <DialogForm
      {...dialog}
      opener={{ variant: 'plain', 'aria-label': t`End the hold on ${of}`, children: t`End` }}
      title={t`End the legal hold`}
      submit={t`End the hold`}
    >
      <p>
        <Trans>What has expired meanwhile is deleted in the next night.</Trans>
      </p>
      <TextArea
        name="reason"
        label={t`Reason`}
        hint={t`For example: the dispute was settled.`}
        rows={3}
        required
        maxLength={500}
      />
    </DialogForm>
  )
}
