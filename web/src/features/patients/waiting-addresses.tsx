import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { approveAddressChange, listAddressChanges, refuseAddressChange } from '#contract/address-changes.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'

/** Addresses that staff have entered and that a second person must approve. It shows nothing if there are none. */
export function WaitingAddresses() {
  const { data } = useQuery(queryFor(listAddressChanges))
  const says = ({ message }: { message: string }) => message
  const approve = useCall((id: string) => call(approveAddressChange, { params: { id } }), {
    says,
    saysRefusal: true,
  })
  const refuse = useCall((id: string) => call(refuseAddressChange, { params: { id } }), {
    says,
    saysRefusal: true,
  })
  if (!data || data.changes.length === 0) return null
  return (
    <Notice kind="warning" className="mb-5">
      <h2 className="text-m">
        <Trans>New e-mail addresses that wait for a second person</Trans>
      </h2>
      <ul className="stack w-full">
        {data.changes.map(({ id, patient, from, to, askedBy, askedAt, whyNotApprove }) => (
          <li key={id} className="row justify-between gap-3 border-t py-3">
            <div className="wrap-anywhere min-w-0">
              <Link to="/manager-dashboard/patients/$id" params={{ id: patient.id }}>
                <bdi>{patient.fullName}</bdi>
              </Link>
              <p>
                <Trans>
                  from {from} to <strong>{to}</strong>
                </Trans>
              </p>
              <p className="hint">
                <Trans>
                  entered by {askedBy}, <When at={askedAt} zone={browserZone()} distance={false} />
                </Trans>
              </p>
            </div>
            <div className="row gap-2">
              <Button
                aria-label={t`Approve ${to}`}
                whyNot={whyNotApprove}
                pending={approve.isPending && approve.variables === id}
                onClick={() => approve.mutate(id)}
              >
                <Trans>Approve</Trans>
              </Button>
              <Button
                variant="plain"
                aria-label={t`Refuse ${to}`}
                pending={refuse.isPending && refuse.variables === id}
                onClick={() => refuse.mutate(id)}
              >
                <Trans>Refuse</Trans>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <p className="hint">
        <Trans>Call the patient at a number that you know before you approve.</Trans>
      </p>
    </Notice>
  )
}
