import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ControlLotDetail, moveControlLot } from '#contract/quality.ts'
import { lotStateLabels } from '#contract/quality-rules.ts'
import { call } from '../../api/client.ts'
import { dayWithoutWeekday } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { analytesQuery, lotQuery } from './quality-queries.ts'
import { TargetsForm } from './targets-form.tsx'

/** The targets of a lot, and its life from opening to closing. */
export function PrepareScreen({ id }: { id: string }) {
  const { data: lot } = useSuspenseQuery(lotQuery(id))
  const { data: analytes } = useSuspenseQuery(analytesQuery)
  return (
    <Screen
      rhythm="sections"
      title={t`${lot.material.name}, ${lot.level}, lot ${lot.number}`}
      about={t`${translated(lotStateLabels[lot.status])}. Expires on ${dayWithoutWeekday(lot.expiresOn)}.`}
      action={
        lot.status === 'open' && (
          <Link
            to="/quality/$lotId"
            params={{ lotId: id }}
            search={{}}
            className={buttonClass({ variant: 'primary' })}
          >
            <Trans>Enter control values</Trans>
          </Link>
        )
      }
    >
      {lot.status === 'closed' ? (
        <Notice kind="info">
          <p>
            <Trans>Closed: {lot.closingReason}</Trans>
          </p>
        </Notice>
      ) : (
        <section className="min-w-0 max-w-160" aria-labelledby="targets">
          <h2 className="mb-3 text-l" id="targets">
            <Trans>Targets</Trans>
          </h2>
          <TargetsForm key={lot.id} lot={lot} analytes={analytes} />
        </section>
      )}
      {lot.status !== 'closed' && <Life lot={lot} />}
    </Screen>
  )
}

function Life({ lot }: { lot: ControlLotDetail }) {
  const move = useCall(() => call(moveControlLot, { params: { id: lot.id }, body: { status: 'open' } }))
  const dialog = useFormDialog(moveControlLot, {
    params: { id: lot.id },
    start: { status: 'closed' },
  })
  return (
    <section className="min-w-0" aria-labelledby="life">
      <h2 className="mb-3 text-l" id="life">
        <Trans>Opening and closing</Trans>
      </h2>
      {move.error && (
        <Notice kind="error" role="alert">
          <p>{move.error.message}</p>
        </Notice>
      )}
      <div className="mt-3 flex flex-wrap gap-3 print:hidden">
        {lot.status === 'new' && (
          <Button
            variant="primary"
            pending={move.isPending}
            whyNot={lot.whyNotOpen}
            onClick={() => move.mutate(undefined)}
          >
            <Trans>Open this lot</Trans>
          </Button>
        )}
        <Button whyNot={lot.whyNotClose} onClick={dialog.show}>
          <Trans>Close this lot</Trans>
        </Button>
      </div>
      <DialogForm {...dialog} title={t`Close this lot`} leave={t`Cancel`} submit={t`Close the lot`}>
        <TextArea
          name="reason"
          label={t`Reason`}
          hint={t`A closed lot is never used again. Its values stay.`}
          rows={3}
          maxLength={500}
          required
          data-first-focus=""
        />
      </DialogForm>
    </section>
  )
}
