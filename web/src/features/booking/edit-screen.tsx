import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { readAppointment } from '#contract/booking.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { When } from '../../ui/when.tsx'
import { EditForm } from './edit-form.tsx'
import { VisitStateBadge } from './visit-state.tsx'

/** Change or delete an appointment. */
export function EditScreen({ id }: { id: string }) {
  const { data: visit } = useSuspenseQuery(queryFor(readAppointment, { params: { id } }))
  const { data: facts } = useSuspenseQuery(queryFor(laboratory))
  const { data: catalogue } = useSuspenseQuery(queryFor(catalogueTests))
  return (
    <Screen
      rhythm="cards"
      title={t`Edit Appointment`}
      state={<VisitStateBadge state={visit.status} />}
      about={
        <Trans>
          Now <When at={visit.scheduledDate} zone={visit.site.timeZone} />, reference {visit.reference}
        </Trans>
      }
    >
      <EditForm key={id} visit={visit} laboratory={facts} catalogue={catalogue} />
    </Screen>
  )
}
