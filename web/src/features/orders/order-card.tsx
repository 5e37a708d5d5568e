import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { changeOrder, fastingStates, type NewOrder, type Order, readOrder } from '#contract/orders.ts'
import { queryFor } from '../../api/queries.ts'
import { orderIn } from '../../lib/order-form.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OrderFields } from './order-fields.tsx'
import { OrderPages } from './order-pages.tsx'

/** What the order of a visit says, with the form that changes it. */
export function OrderCard({ visitId }: { visitId: string }) {
  const { data: order } = useQuery(queryFor(readOrder, { params: { id: visitId } }))
  if (!order) return null
  return (
    <Card aria-labelledby="order">
      <h2 id="order" className="heading-row">
        <Trans>Order</Trans>
      </h2>
      <Facts dense facts={factsOf(order)} />
      <EditOrder visitId={visitId} order={order} />
      <OrderPages visitId={visitId} />
    </Card>
  )
}

function factsOf(order: Order) {
  const { asked, copyTo, clinicalDetails, diagnosis, fasting, pregnancyWeek, medication } = order
  const facts = [
    { name: t`Copy to`, value: copyTo },
    { name: t`Clinical details`, value: clinicalDetails },
    { name: t`Diagnosis`, value: diagnosis },
    { name: t`Fasting state`, value: fasting === 'not known' ? '' : translated(fastingStates[fasting]) },
    { name: t`Week of pregnancy`, value: pregnancyWeek === null ? '' : String(pregnancyWeek) },
    { name: t`Medication`, value: medication },
  ]
  return [
    { name: t`Requested by`, value: asked ?? t`not recorded` },
    ...facts.filter(({ value }) => value !== ''),
  ]
}

const empty: NewOrder = {
  referrerId: null,
  facilityId: null,
  requestedBy: '',
  copyTo: '',
  clinicalDetails: '',
  diagnosis: '',
  fasting: 'not known',
  pregnancyWeek: null,
  medication: '',
}

function EditOrder({ visitId, order }: { visitId: string; order: Order }) {
  const dialog = useFormDialog(changeOrder, {
    params: { id: visitId },
    body: (held) => ({ ...(orderIn(held) ?? empty), version: order.version }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ className: 'mt-4', children: order.version === 0 ? t`Enter the order` : t`Change the order` }}
      scope="order"
      title={t`Order details`}
      submit={t`Save the order`}
    >
      <OrderFields order={order} />
    </DialogForm>
  )
}
