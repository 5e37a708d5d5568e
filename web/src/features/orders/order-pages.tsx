import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addClinicOrderPage,
  listClinicOrderPages,
  readClinicOrderPage,
  removeClinicOrderPage,
} from '#contract/clinic-orders.ts'
import {
  addOrderPage,
  listOrderPages,
  mostOrderPages,
  type OrderPage,
  readOrderPage,
  removeOrderPage,
} from '#contract/orders.ts'
import { errorText } from '../../api/api-error.ts'
import { callForResponse } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayBytes } from '../../lib/say-bytes.ts'
import { AttachFiles } from '../../screen/attach-files.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { openPdf } from '../../ui/open-pdf.ts'

const ofVisit = { list: listOrderPages, add: addOrderPage, read: readOrderPage, remove: removeOrderPage }
const ofClinic = {
  list: listClinicOrderPages,
  add: addClinicOrderPage,
  read: readClinicOrderPage,
  remove: removeClinicOrderPage,
}
type Calls = typeof ofVisit | typeof ofClinic

export const OrderPages = ({ visitId }: { visitId: string }) => <Pages id={visitId} calls={ofVisit} />

/** The pages that a clinic adds to its order. */
export const ClinicOrderPages = ({ orderId }: { orderId: string }) => <Pages id={orderId} calls={ofClinic} />

/** The pages of the request form on paper. They can be photographed, opened beside the form, and removed with a reason. */
function Pages({ id, calls }: { id: string; calls: Calls }) {
  const { data } = useQuery(queryFor(calls.list, { params: { id } }))
  const [removed, setRemoved] = useState<OrderPage | null>(null)
  if (!data) return null
  return (
    <section className="mt-5" aria-labelledby="request-form">
      <h3 id="request-form" className="font-600 text-m tracking-normal">
        <Trans>Paper request form</Trans>
      </h3>
      {data.pages.length > 0 && (
        <ul className="my-2">
          {data.pages.map((page) => (
            <PageEntry key={page.id} page={page} calls={calls} onRemove={() => setRemoved(page)} />
          ))}
        </ul>
      )}
      <AttachFiles
        endpoint={calls.add}
        id={id}
        attached={data.pages.length}
        most={mostOrderPages}
        photographs
      />
      {removed && <RemovePage page={removed} calls={calls} onClose={() => setRemoved(null)} />}
    </section>
  )
}

function PageEntry({
  page: { id, name, size, addedBy },
  calls,
  onRemove,
}: {
  page: OrderPage
  calls: Calls
  onRemove: () => void
}) {
  const open = useCall(
    (tab: Window | null) =>
      openPdf(tab, name, async () => (await callForResponse(calls.read, { params: { id } })).blob()),
    { saysRefusal: (error) => errorText(error, t`The page could not be loaded. Try again.`) },
  )
  return (
    <li className="row justify-between gap-x-4 gap-y-2 border-t py-2">
      <div className="min-w-0 flex-[1_1_160px]">
        <p className="wrap-anywhere font-600">{name}</p>
        <p className="hint wrap-anywhere">
          {sayBytes(size)}, {addedBy}
        </p>
      </div>
      <div className="row gap-x-3">
        <Button
          pending={open.isPending}
          pendingText={t`Loading...`}
          aria-label={t`Open ${name}`}
          onClick={() => open.mutate(window.open('', '_blank'))}
        >
          <Trans>Open</Trans>
        </Button>
        <Button icon variant="plain" aria-label={t`Remove ${name}`} onClick={onRemove}>
          <TrashIcon />
        </Button>
      </div>
    </li>
  )
}

function RemovePage({
  page: { id, name },
  calls,
  onClose,
}: {
  page: OrderPage
  calls: Calls
  onClose: () => void
}) {
  const form = useResourceForm(calls.remove, { params: { id }, onDone: onClose })
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t`Remove ${name}`}
      variant="danger"
      submit={t`Remove the page`}
    >
      <TextArea
        name="reason"
        label={t`Reason`}
        hint={t`The page is kept but no longer shown.`}
        rows={3}
        maxLength={500}
        required
        data-first-focus=""
      />
    </DialogForm>
  )
}
