import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readAppointment } from '#contract/booking.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { Page, PageHeader } from '../../ui/page.tsx'
import { When } from '../../ui/when.tsx'
import { BackToAppointments } from './appointment-screen.tsx'
import { EditForm } from './edit-form.tsx'
import { VisitStateBadge } from './visit-state.tsx'

/** Change or delete an appointment. */
export function EditScreen({ id }: { id: string }) {
  const { data: visit } = useSuspenseQuery(queryFor(readAppointment, { params: { id } }))
  const { data: facts } = useSuspenseQuery(queryFor(laboratory))
  const { data: catalogue } = useSuspenseQuery(queryFor(catalogueTests))
  return (
    <Page>
      <BackToAppointments />
      <PageHeader
        title={t`Edit Appointment`}
        about={
          <>
            <Trans>
              Now <When at={visit.scheduledDate} zone={visit.site.timeZone} />, reference {visit.reference}
            </Trans>{' '}
            <VisitStateBadge state={visit.status} />
          </>
        }
      />
      <EditForm key={id} visit={visit} laboratory={facts} catalogue={catalogue} />
    </Page>
  )
}
