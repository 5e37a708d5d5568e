import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { listTechnicians, type Technician } from '#contract/technicians.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { NothingHere } from '../../screen/screen-failure.tsx'
import { TechnicianForm } from './technician-form.tsx'

export function EditScreen({ id }: { id: string }) {
  const { data: technicians } = useSuspenseQuery(queryFor(listTechnicians))
  const technician = technicians.find((one) => one.id === id && one.status !== 'Deactivated')
  return technician ? <Edit technician={technician} /> : <NobodyHere />
}

function Edit({ technician }: { technician: Technician }) {
  return (
    <Screen measure="text" title={t`Edit Technician`} about={t`Changes apply from their next action.`}>
      <TechnicianForm initial={technician} submit={t`Save Changes`} />
    </Screen>
  )
}

const NobodyHere = () => (
  <NothingHere
    title={t`This staff member was not found`}
    about={t`The invitation may have been withdrawn, or they may no longer work here.`}
  />
)
