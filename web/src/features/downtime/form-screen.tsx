import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  printDowntimeForms,
  readDowntimeForm,
  receiveDowntimeForm,
  voidDowntimeForm,
} from '#contract/downtime.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { dayOf, instantAt } from '../../lib/times.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import { stateWords } from './downtime-words.ts'
import { EnterForm, type FurtherFields, ReceiptFields } from './enter-form.tsx'

type Form = ResponseOf<typeof readDowntimeForm>

/** A downtime form: entered from the paper, or what became of it. */
export function DowntimeFormScreen({ id, ...fields }: { id: string } & FurtherFields) {
  const { data: form } = useSuspenseQuery(queryFor(readDowntimeForm, { params: { id } }))
  const { number, state, site } = form
  return (
    <Screen
      measure="narrow"
      title={t`Downtime form ${number}`}
      state={<Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>}
      about={site.name}
      action={
        state === 'blank' ? (
          <BlankActions form={form} />
        ) : (
          state === 'entered' && <ReceiptDialog form={form} />
        )
      }
    >
      {state === 'blank' ? <EnterForm form={form} {...fields} /> : <Settled form={form} />}
    </Screen>
  )
}

function BlankActions({ form: { id, number } }: { form: Form }) {
  const pdf = usePdf(
    () => call(printDowntimeForms, { query: { numbers: String(number) } }),
    `downtime-form-${number}.pdf`,
    { saysRefusal: true },
  )
  const dialog = useFormDialog(voidDowntimeForm, { params: { id } })
  return (
    <div className="flex flex-wrap gap-3">
      <Button pending={pdf.isPending} onClick={() => pdf.open()}>
        <Trans>Print again</Trans>
      </Button>
      <Button variant="danger" onClick={dialog.show}>
        <Trans>Void the form</Trans>
      </Button>
      <DialogForm
        {...dialog}
        title={t`Void form ${number}`}
        submit={t`Void the form`}
        leave={t`Keep it`}
        variant="danger"
      >
        <TextArea
          name="reason"
          label={t`Reason`}
          hint={t`For example spoilt, lost or not needed. Its sample numbers are never used again.`}
          rows={2}
          maxLength={300}
          required
          data-first-focus=""
        />
      </DialogForm>
    </div>
  )
}

/** Enters or corrects the receipt of the samples. */
function ReceiptDialog({ form: { id, site, staff, collectedAt, receivedAt } }: { form: Form }) {
  const today = dayOf(useNow(), site.timeZone)
  const first = receivedAt ?? collectedAt
  const [day, setDay] = useState(first ? dayOf(first, site.timeZone) : today)
  const dialog = useFormDialog(receiveDowntimeForm, {
    params: { id },
    body: ({ receivedAt: time, receivedBy }) => ({
      receivedAt: time ? (instantAt(day || today, time, site.timeZone) ?? '') : '',
      receivedBy,
    }),
  })
  return (
    <DialogForm
      opener={{ children: receivedAt ? t`Correct the receipt` : t`Enter the receipt` }}
      {...dialog}
      title={t`Receipt at the bench`}
      submit={t`Save`}
    >
      <p>
        <Trans>
          As written on the form. Results that were measured during the outage must come after it.
        </Trans>
      </p>
      <DateField name="day" label={t`Date`} required max={today} value={day} onChange={setDay} />
      <ReceiptFields staff={staff} />
    </DialogForm>
  )
}

function Settled({ form }: { form: Form }) {
  const { site, visit, voidReason, settledAt, settledBy, arrivedAt, collectedAt, collectedBy } = form
  const { receivedAt, receivedBy } = form
  const zone = site.timeZone
  return (
    <Notice kind={visit ? 'info' : 'warning'}>
      {visit ? (
        <p>
          <Trans>
            Entered by {settledBy} as visit{' '}
            <Link to="/collect/$visitId" params={{ visitId: visit.id }}>
              {visit.reference}
            </Link>
            .
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            Voided by {settledBy}: {voidReason}
          </Trans>
        </p>
      )}
      {settledAt && (
        <p>
          <When at={settledAt} zone={zone} distance={false} />
        </p>
      )}
      {arrivedAt && collectedAt && (
        <p>
          <Trans>
            The patient arrived <When at={arrivedAt} zone={zone} distance={false} />. {collectedBy} collected
            the samples <When at={collectedAt} zone={zone} distance={false} />.
          </Trans>
        </p>
      )}
      {receivedAt && (
        <p>
          <Trans>
            {receivedBy} received the samples at the bench{' '}
            <When at={receivedAt} zone={zone} distance={false} />.
          </Trans>
        </p>
      )}
    </Notice>
  )
}
