import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { endLegalHold, holdKinds, type LegalHold } from '#contract/legal-holds.ts'
import { browserZone } from '../../../lib/times.ts'
import { translated } from '../../../lib/translated.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { When } from '../../../ui/when.tsx'

/** The columns of legal holds in the list and on the page of a person. */
export const holdColumns: readonly Column<LegalHold>[] = [
  {
    header: t`Why`,
    cell: ({ kind, reason }) => (
      <>
        {translated(holdKinds[kind])}
        <span className="hint wrap-anywhere block">{reason}</span>
      </>
    ),
  },
  { header: t`Placed`, cell: ({ placedBy, placedAt }) => <By name={placedBy} at={placedAt} /> },
  {
    header: t`State`,
    cell: ({ ended }) =>
      ended === null ? (
        <Badge tone="warning">{t`In force`}</Badge>
      ) : (
        <>
          <Badge tone="quiet">{t`Ended`}</Badge>
          <span className="hint block">
            <By name={ended.by} at={ended.at} />
          </span>
          <span className="hint wrap-anywhere block">{ended.reason}</span>
        </>
      ),
  },
  {
    header: t`Action`,
    align: 'end',
    cell: ({ id, ended, person }) => ended === null && <EndHold id={id} of={person.fullName} />,
  },
]

const By = ({ name, at }: { name: string; at: string }) => (
  <>
    <bdi>{name}</bdi>, <When at={at} zone={browserZone()} distance={false} />
  </>
)

function EndHold({ id, of }: { id: string; of: string }) {
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
        data-first-focus=""
      />
    </DialogForm>
  )
}
