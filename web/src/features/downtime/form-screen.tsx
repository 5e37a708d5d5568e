import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { printDowntimeForms, readDowntimeForm, voidDowntimeForm } from '#contract/downtime.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { When } from '../../ui/when.tsx'
import { stateWords } from './downtime-words.ts'
import { EnterForm, type FurtherFields } from './enter-form.tsx'

type Form = ResponseOf<typeof readDowntimeForm>

/** A downtime form: entered from the paper, or what became of it. */
export function DowntimeFormScreen({ id, ...fields }: { id: string } & FurtherFields) {
  const { data: form } = useSuspenseQuery(queryFor(readDowntimeForm, { params: { id } }))
  const { number, state, site } = form
  return (
    <Page measure="narrow">
      <PageHeader
        title={t`Downtime form ${number}`}
        about={
          <>
            {site.name} <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
          </>
        }
        action={state === 'blank' && <BlankActions form={form} />}
      />
      {state === 'blank' ? <EnterForm form={form} {...fields} /> : <Settled form={form} />}
    </Page>
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

function Settled({ form }: { form: Form }) {
  const { site, visit, voidReason, settledAt, settledBy, arrivedAt, collectedAt, collectedBy } = form
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
    </Notice>
  )
}
