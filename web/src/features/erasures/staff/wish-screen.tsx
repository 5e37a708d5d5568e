import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  carryOutErasure,
  type ErasureWish,
  readErasureWish,
  refuseErasure,
  wishWays,
  withdrawErasureWish,
} from '#contract/erasures.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { translated } from '../../../lib/translated.ts'
import { ConfirmButton } from '../../../screen/confirm-button.tsx'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { By } from '../../../ui/by.tsx'
import { Card } from '../../../ui/card.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DryRunLists } from '../dry-run-lists.tsx'
import { Due, StateBadge } from './wishes-screen.tsx'

/** A wish with its dry run. A manager carries it out, refuses it or notes that it was withdrawn. */
export function WishScreen({ id }: { id: string }) {
  const { wish, dryRun, whyNot } = useSuspenseQuery(queryFor(readErasureWish, { params: { id } })).data
  return (
    <Screen rhythm="cards" title={wish.fullName} about={<StateBadge state={wish.state} />}>
      <Asked wish={wish} />
      {dryRun !== null && (
        <>
          {whyNot === null ? (
            <Decide wish={wish} isSettled={dryRun.obstacles.length === 0} />
          ) : (
            <Notice kind="warning">{whyNot}</Notice>
          )}
          <DryRunLists dryRun={dryRun} />
        </>
      )}
    </Screen>
  )
}

function Asked({ wish }: { wish: ErasureWish }) {
  const { person, state, way, identifiedBy, askedBy, askedAt, decidedBy, decidedAt, reason } = wish
  return (
    <Card aria-labelledby="asked">
      <h2 id="asked" className="mb-4">
        <Trans>The request</Trans>
      </h2>
      <Facts
        facts={[
          {
            name: t`Person number`,
            value: person ? (
              <Link to="/manager-dashboard/people/$id" params={{ id: person.id }}>
                {person.number}
              </Link>
            ) : (
              t`Account without a record`
            ),
          },
          { name: t`Received`, value: translated(wishWays[way]) },
          ...(identifiedBy.length > 0
            ? [{ name: t`Identified by`, value: identifiedBy.map(translated).join(', ') }]
            : []),
          { name: t`Recorded by`, value: <By name={askedBy ?? t`Phial`} at={askedAt} /> },
          ...(state === 'open' ? [{ name: t`Due`, value: <Due wish={wish} /> }] : []),
          ...(decidedAt !== null
            ? [{ name: t`Decided by`, value: <By name={decidedBy ?? t`Phial`} at={decidedAt} /> }]
            : []),
          ...(reason === '' ? [] : [{ name: t`Reason`, value: reason }]),
        ]}
      />
    </Card>
  )
}

function Decide({ wish: { id, version, fullName }, isSettled }: { wish: ErasureWish; isSettled: boolean }) {
  const params = { id }
  return (
    <FormActions>
      <ConfirmButton
        opener={{
          variant: 'danger',
          whyNot: isSettled ? null : t`Settle first what is listed below.`,
          children: t`Erase now`,
        }}
        question={t`Erase the data of ${fullName}?`}
        yes={t`Erase`}
        no={t`Do not erase`}
        danger
        act={() => call(carryOutErasure, { params, body: { version } })}
      >
        <p>
          <Trans>
            Everything under “What is erased” is deleted at once and cannot be restored. The person is
            notified.
          </Trans>
        </p>
      </ConfirmButton>
      <Refuse id={id} version={version} />
      <ConfirmButton
        opener={{ children: t`Withdrawn by the person` }}
        question={t`Has the person withdrawn the request?`}
        yes={t`Withdrawn`}
        no={t`Leave it open`}
        act={() => call(withdrawErasureWish, { params, body: { version } })}
      >
        <p>
          <Trans>Nothing is erased. The person can ask again.</Trans>
        </p>
      </ConfirmButton>
    </FormActions>
  )
}

function Refuse({ id, version }: { id: string; version: number }) {
  const dialog = useFormDialog(refuseErasure, { params: { id }, start: { version } })
  return (
    <DialogForm {...dialog} opener={{ children: t`Refuse` }} title={t`Refuse the request`} submit={t`Refuse`}>
      <TextArea
        name="reason"
        label={t`Reason`}
        hint={t`The person can read it. For example: a lawsuit, and until when.`}
        rows={4}
        required
        maxLength={500}
      />
    </DialogForm>
  )
}
