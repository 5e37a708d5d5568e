import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changePatient, type PatientRecord } from '#contract/patients.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedNotice } from '../../ui/changed-notice.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshPatients } from './refresh-patients.ts'

type Asked = { record: PatientRecord; onClose: () => void }

/** How a patient is called and reached, put right by staff. */
export function ContactDialog(asked: Asked) {
  return (
    <Dialog open onClose={asked.onClose} title={t`Change details`}>
      <ContactForm {...asked} />
    </Dialog>
  )
}

type Contact = Pick<PatientRecord['patient'], 'fullName' | 'phone' | 'email'>

const words = [
  ['fullName', t`Full Name`],
  ['phone', t`Phone Number`],
  ['email', t`Email`],
] as const

/** What is said of a patient now and was not when the form was opened. */
function newsOf(now: Contact, seen: Contact): [name: string, value: string][] {
  return words.flatMap(([field, name]) =>
    now[field] === seen[field] ? [] : [[name, now[field] || t`none`] as [string, string]],
  )
}

function ContactForm({ record, onClose }: Asked) {
  const { patient } = record
  const queryClient = useQueryClient()
  /** What the fields began with: what somebody else writes meanwhile is not gone over. */
  const [seen, setSeen] = useState(record)
  const [round, setRound] = useState(0)
  const news = newsOf(patient, seen.patient)
  const change = useMutation({
    mutationFn: (form: FormData) =>
      call(changePatient, {
        params: { id: patient.id },
        body: {
          fullName: String(form.get('fullName')),
          phone: String(form.get('phone')),
          email: String(form.get('email')),
          version: (news.length === 0 ? record : seen).version,
        },
      }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      await refreshPatients(queryClient)
      onClose()
    },
    onError: ({ code }) => {
      if (code === 'changed_meanwhile') void refreshPatients(queryClient)
    },
  })
  return (
    <FormShell
      key={round}
      error={news.length === 0 ? change.error : null}
      pending={change.isPending}
      onSubmit={(form) => change.mutate(form)}
    >
      {news.length > 0 && (
        <ChangedNotice
          title={t`Somebody else changed this patient meanwhile`}
          news={news}
          onKeepMine={() => {
            setSeen(record)
            change.reset()
          }}
          onTakeOver={() => {
            setSeen(record)
            setRound(round + 1)
            change.reset()
          }}
        />
      )}
      <p>
        <Trans>Appointments and reports that are there keep what was said then.</Trans>
      </p>
      <TextField
        name="fullName"
        label={t`Full Name`}
        defaultValue={seen.patient.fullName}
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        name="phone"
        label={t`Phone Number`}
        type="tel"
        optional
        defaultValue={seen.patient.phone}
        autoComplete="off"
      />
      <TextField
        name="email"
        label={t`Email`}
        type="email"
        defaultValue={seen.patient.email}
        autoComplete="off"
        hint={t`A new one counts once its owner opens the link that is mailed there.`}
      />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Leave as it is</Trans>
        </Button>
        <Button type="submit" variant="primary" pending={change.isPending}>
          <Trans>Save</Trans>
        </Button>
      </DialogActions>
    </FormShell>
  )
}
