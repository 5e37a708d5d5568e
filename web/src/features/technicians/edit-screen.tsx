import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listTechnicians, type Technician } from '#contract/technicians.ts'
import { queryFor } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { TechnicianForm } from './technician-form.tsx'

export function EditScreen({ id }: { id: string }) {
  const { data: technicians } = useSuspenseQuery(queryFor(listTechnicians))
  const technician = technicians.find((one) => one.id === id && one.status !== 'Deactivated')
  return technician ? <Edit technician={technician} /> : <NobodyHere />
}

function Edit({ technician }: { technician: Technician }) {
  return (
    <Page measure="text">
      <PageHeader title={t`Edit Technician`} about={t`Changes apply from their next action.`} />
      <TechnicianForm initial={technician} submit={t`Save Changes`} />
    </Page>
  )
}

function NobodyHere() {
  return (
    <Page measure="text">
      <EmptyState
        picture={<MicroscopeDrawing />}
        title={
          <h1 tabIndex={-1}>
            <Trans>This staff member was not found</Trans>
          </h1>
        }
        about={t`Perhaps the invitation was withdrawn, or they no longer work here.`}
        action={
          <Link to="/manager-dashboard/technicians" className={buttonClass({ variant: 'primary' })}>
            <Trans>All technicians</Trans>
          </Link>
        }
      />
    </Page>
  )
}
