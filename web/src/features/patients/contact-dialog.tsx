import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePatient, type PatientRecord } from '#contract/patients.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshPatients } from './refresh-patients.ts'

type Asked = { record: PatientRecord; onClose: () => void }

/** How a patient is called and reached, put right by staff. */
export function ContactDialog(asked: Asked) {
  return (
    <Dialog open onClose={asked.onClose} title="Change details">
      <ContactForm {...asked} />
    </Dialog>
  )
}

function ContactForm({ record: { patient, version }, onClose }: Asked) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (form: FormData) =>
      call(changePatient, {
        params: { id: patient.id },
        body: {
          fullName: String(form.get('fullName')),
          phone: String(form.get('phone')),
          email: String(form.get('email')),
          version,
        },
      }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      await refreshPatients(queryClient)
      onClose()
    },
  })
  return (
    <FormShell error={change.error} pending={change.isPending} onSubmit={(form) => change.mutate(form)}>
      <p>Appointments and reports that are there keep what was said then.</p>
      <TextField
        name="fullName"
        label="Full Name"
        defaultValue={patient.fullName}
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        name="phone"
        label="Phone Number"
        type="tel"
        optional
        defaultValue={patient.phone}
        autoComplete="off"
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        defaultValue={patient.email}
        autoComplete="off"
        hint="A new one counts once its owner opens the link that is mailed there."
      />
      <DialogActions>
        <Button onClick={onClose}>Leave as it is</Button>
        <Button type="submit" variant="primary" pending={change.isPending}>
          Save
        </Button>
      </DialogActions>
    </FormShell>
  )
}
