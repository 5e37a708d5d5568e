import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listApiClients } from '#contract/api-clients.ts'
import {
  addHl7Connection,
  changeHl7Connection,
  type Hl7Connection,
  type Hl7Way,
  hl7Processings,
  hl7Versions,
  hl7Ways,
} from '#contract/hl7.ts'
import { textEncodings } from '#contract/instruments.ts'
import { queryFor } from '../../api/queries.ts'
import { choicesIn } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'

type Held = { way?: unknown; host?: string; port?: unknown; allowed?: string }

/** The body: what the chosen way does not have is empty. */
const fitting = <Some extends Held>(held: Some) => ({
  ...held,
  host: held.way === 'connect' ? (held.host ?? '') : '',
  allowed: held.way === 'listen' ? (held.allowed ?? '') : '',
  ...(held.way === 'file' && { port: null }),
})

/** Adds a connection to an API client, whose limits its messages have. */
export function AddConnection({ onClose }: { onClose: () => void }) {
  const { data } = useSuspenseQuery(queryFor(listApiClients))
  const navigate = useNavigate()
  const clients = data.clients.filter(({ endedAt, signsInBy }) => endedAt === null && signsInBy !== 'api_key')
  const form = useResourceForm(addHl7Connection, {
    start: {
      ...{ clientId: clients[0]?.id ?? '', way: 'listen' as const, host: '', allowed: '', tls: false },
      ...{ encoding: 'utf8' as const, processing: 'P' as const, hl7Version: '2.5.1' as const },
      ...{
        application: '',
        facility: '',
        sendsResults: false,
        sendsAppointments: false,
        numbersMessages: false,
        enhancedMode: false,
      },
    },
    body: fitting,
    onDone: ({ id }) => navigate({ to: '/manager-dashboard/hl7/$id', params: { id } }),
  })
  return (
    <DialogForm form={form} scope="hl7" onClose={onClose} title={t`Add an HL7 connection`} submit={t`Add`}>
      <SelectField
        name="clientId"
        label={t`API client`}
        hint={t`Its permissions, sites and facility limit what messages can do.`}
        options={clients.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SettingFields way={form.watch('way') as Hl7Way} />
    </DialogForm>
  )
}

export function ChangeConnection({ of }: { of: Hl7Connection }) {
  const dialog = useFormDialog(changeHl7Connection, {
    params: { id: of.id },
    of,
    body: (held, { host, allowed }) => fitting({ ...{ host, allowed }, ...held }),
  })
  return (
    <DialogForm {...dialog} opener={{ children: t`Settings` }} scope="hl7" title={of.name} submit={t`Save`}>
      <SettingFields way={(dialog.form.watch('way') ?? of.way) as Hl7Way} />
    </DialogForm>
  )
}

function SettingFields({ way }: { way: Hl7Way }) {
  return (
    <>
      <TextField name="name" label={t`Name`} required maxLength={60} data-first-focus="" />
      <SelectField name="way" label={t`Who connects`} options={choicesIn(hl7Ways)} />
      {way === 'connect' && (
        <TextField name="host" label={t`Address of the hospital`} required maxLength={200} />
      )}
      {way !== 'file' && (
        <TextField name="port" label={t`Port`} type="number" required min={1} max={65_535} />
      )}
      {way === 'listen' && (
        <TextField
          name="allowed"
          label={t`Addresses that may connect`}
          optional
          maxLength={500}
          hint={t`For example 192.168.1.20 or 192.168.1.0/24. If it is empty, only the server’s own machine can connect.`}
        />
      )}
      {way !== 'file' && <CheckboxField name="tls" label={t`Encrypt the connection (TLS)`} />}
      <SelectField
        name="encoding"
        label={t`Character encoding`}
        hint={t`For messages that do not name their encoding in MSH-18, and for messages that are sent.`}
        options={choicesIn(textEncodings)}
      />
      <SelectField
        name="processing"
        label={t`Processing id (MSH-11)`}
        hint={t`Messages with another processing id are rejected.`}
        options={choicesIn(hl7Processings)}
      />
      <CheckboxField name="sendsResults" label={t`Send released results (ORU^R01)`} />
      <CheckboxField name="sendsAppointments" label={t`Send appointments (SIU)`} />
      <SelectField
        name="hl7Version"
        label={t`Version of messages that are sent`}
        options={hl7Versions.map((version) => ({ value: version, label: version }))}
      />
      <TextField name="application" label={t`Receiving application (MSH-5)`} optional maxLength={100} />
      <TextField name="facility" label={t`Receiving facility (MSH-6)`} optional maxLength={100} />
      <CheckboxField
        name="numbersMessages"
        label={t`Number messages (MSH-13, MSA-4). Only for hospitals with the sequence number protocol of HL7.`}
      />
      <CheckboxField
        name="enhancedMode"
        label={t`Ask for two acknowledgements of messages that are sent (MSH-15, MSH-16): stored, and processed.`}
      />
    </>
  )
}
