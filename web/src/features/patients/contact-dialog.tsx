import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { changePatient, type PatientRecord } from '#contract/patients.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { TextField } from '../../ui/fields.tsx'

/** How a patient is called and reached, put right by staff. */
export function ContactDialog({ record }: { record: PatientRecord }) {
  const { patient, version } = record
  const { fullName, phone, email } = patient
  const dialog = useFormDialog(changePatient, {
    params: { id: patient.id },
    of: { fullName, phone, email, version },
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Change details` }}
      changed={t`Somebody else changed this patient meanwhile`}
      title={t`Change details`}
      leave={t`Leave as it is`}
      submit={t`Save`}
    >
      <p>
        <Trans>Appointments and reports that are there keep what was said then.</Trans>
      </p>
      <TextField name="fullName" label={t`Full Name`} maxLength={200} autoComplete="off" />
      <TextField name="phone" label={t`Phone Number`} type="tel" optional autoComplete="off" />
      <TextField
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="off"
        hint={t`A new address counts once its owner opens the link that is mailed to it. If the patient can log in, a second person must approve it, the link is mailed after 24 hours at the earliest, and the patient is told of the change at once.`}
      />
    </DialogForm>
  )
}
