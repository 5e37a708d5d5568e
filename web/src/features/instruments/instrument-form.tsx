import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  addInstrument,
  changeInstrument,
  type Instrument,
  instrumentProtocols,
  instrumentWays,
  listInstrumentProfiles,
  textEncodings,
} from '#contract/instruments.ts'
import { queryFor } from '../../api/queries.ts'
import { choicesIn } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'

/** Adds an analyser with the settings of the chosen profile. */
export function AddInstrument({ onClose }: { onClose: () => void }) {
  const { data: profiles } = useSuspenseQuery(queryFor(listInstrumentProfiles))
  const [key, setKey] = useState(profiles[0]?.key ?? '')
  return <AddForm key={key} profile={key} onProfile={setKey} onClose={onClose} />
}

function AddForm({
  profile: key,
  onProfile,
  onClose,
}: {
  profile: string
  onProfile: (key: string) => void
  onClose: () => void
}) {
  const { data: profiles } = useSuspenseQuery(queryFor(listInstrumentProfiles))
  const navigate = useNavigate()
  const profile = profiles.find((one) => one.key === key)
  const form = useResourceForm(addInstrument, {
    start: { ...profile?.settings, serialNumber: '', host: '', allowed: '', profile: key },
    body: fitting,
    onDone: ({ id }) => navigate({ to: '/analysers/$id', params: { id } }),
  })
  return (
    <DialogForm form={form} scope="analyser" onClose={onClose} title={t`Add an analyser`} submit={t`Add`}>
      <SelectField
        name="profile"
        label={t`Profile`}
        hint={profile?.source}
        options={profiles.map((one) => ({ value: one.key, label: one.name }))}
        value={key}
        onChange={(event) => onProfile(event.currentTarget.value)}
      />
      <SettingFields protocol={form.watch('protocol')} way={form.watch('way')} />
    </DialogForm>
  )
}

/** Changes the settings of an analyser. */
export function ChangeInstrument({ of }: { of: Instrument }) {
  const dialog = useFormDialog(changeInstrument, {
    params: { id: of.id },
    of,
    body: (held, seen) => fitting({ ...hiddenOf(seen), ...held }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Settings` }}
      scope="analyser"
      title={of.name}
      submit={t`Save`}
    >
      <SettingFields protocol={of.protocol} way={dialog.form.watch('way') ?? of.way} />
    </DialogForm>
  )
}

/** Settings whose fields are shown only for some protocols and ways. Hidden fields keep their values. */
const hiddenOf = ({
  protocol,
  way,
  encoding,
  controlPattern,
  host,
  port,
  allowed,
  sampleAt,
  codeAt,
  checksum,
  acknowledged,
  joinsRecords,
  tls,
  sendsOrders,
  sendsPatient,
}: Instrument) => ({
  protocol,
  way,
  encoding,
  controlPattern,
  host,
  port,
  allowed,
  sampleAt,
  codeAt,
  checksum,
  acknowledged,
  joinsRecords,
  tls,
  sendsOrders,
  sendsPatient,
})

/** The body: settings of files are sent only with files, and an address of the analyser only if this server connects to it. */
const fitting = <Held extends { way?: unknown; host?: string }>(held: Held) => ({
  ...held,
  host: held.way === 'connect' ? (held.host ?? '') : '',
  ...(held.way !== 'folder' && { folder: '', csv: null }),
})

/** The choices of an analyser with a connection. */
const connected = (choices: Readonly<Record<string, string>>) =>
  choicesIn(choices).filter(({ value }) => value !== 'none')

/** Equipment without a connection has a name and a serial number only. */
function SettingFields({ protocol, way }: { protocol: unknown; way: unknown }) {
  return (
    <>
      <TextField name="name" label={t`Name`} required maxLength={60} data-first-focus="" />
      <TextField name="serialNumber" label={t`Serial number`} optional maxLength={60} />
      {protocol !== 'none' && <LinkFields way={way} />}
    </>
  )
}

function LinkFields({ way }: { way: unknown }) {
  return (
    <>
      <SelectField name="protocol" label={t`Protocol`} options={connected(instrumentProtocols)} />
      <SelectField name="way" label={t`Who connects`} options={connected(instrumentWays)} />
      {way === 'folder' ? <FileFields /> : <ConnectionFields connects={way === 'connect'} />}
      <TextField
        name="controlPattern"
        label={t`Pattern of control samples`}
        optional
        maxLength={40}
        hint={t`The * stands for the lot number: QC-*`}
      />
      <SelectField name="encoding" label={t`Character encoding`} options={choicesIn(textEncodings)} />
    </>
  )
}

function FileFields() {
  return (
    <>
      <TextField
        name="folder"
        label={t`Folder`}
        required
        maxLength={60}
        hint={t`A subfolder of INSTRUMENTS_FOLDER (set on the server). Imported files are moved to “done”.`}
      />
      <TextField name="csv.sample" label={t`Sample number column`} required maxLength={60} />
      <TextField
        name="csv.code"
        label={t`Code column`}
        optional
        maxLength={60}
        hint={t`If empty, each row is one sample, and each column that is not named here is a code.`}
      />
      <TextField name="csv.value" label={t`Value column`} optional maxLength={60} />
      <TextField name="csv.unit" label={t`Unit column`} optional maxLength={60} />
      <TextField name="csv.time" label={t`Time column`} optional maxLength={60} />
      <TextField name="csv.flags" label={t`Flags column`} optional maxLength={60} />
      <TextField name="csv.operator" label={t`Operator column`} optional maxLength={60} />
    </>
  )
}

function ConnectionFields({ connects }: { connects: boolean }) {
  return (
    <>
      {connects && <TextField name="host" label={t`Address of the analyser`} required maxLength={200} />}
      <TextField name="port" label={t`Port`} type="number" required min={1} max={65_535} />
      {!connects && (
        <TextField
          name="allowed"
          label={t`Addresses that may connect`}
          optional
          maxLength={500}
          hint={t`For example 192.168.1.20 or 192.168.1.0/24. If it is empty, only the server’s own machine can connect.`}
        />
      )}
      <TextField
        name="sampleAt"
        label={t`Field of the sample number`}
        optional
        maxLength={10}
        hint={t`Only if the analyser deviates from the standard, for example O-4.3 or OBR-2.`}
      />
      <TextField
        name="codeAt"
        label={t`Component of the code`}
        type="number"
        required
        min={0}
        max={9}
        hint={t`0: as in the standard.`}
      />
      <CheckboxField name="tls" label={t`The connection is encrypted (TLS)`} />
      <CheckboxField name="sendsOrders" label={t`Send orders when a sample is received`} />
      <CheckboxField
        name="sendsPatient"
        label={t`Orders include the patient’s name, sex and date of birth`}
      />
      <CheckboxField name="checksum" label={t`Frames have checksums (ASTM)`} />
      <CheckboxField name="acknowledged" label={t`Each frame is acknowledged (ASTM)`} />
      <CheckboxField
        name="joinsRecords"
        label={t`The analyser sends each record in a separate transmission (ASTM)`}
      />
    </>
  )
}
