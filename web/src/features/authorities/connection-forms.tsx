import { t } from '@lingui/core/macro'
import { changeDhis2Connection, changeDhis2OrgUnit, type Dhis2Connection } from '#contract/dhis2.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { TextField } from '../../ui/fields.tsx'
import { uidProps } from './uid-props.ts'

/** Sets the connection to DHIS2. The secret is never shown again. */
export function ConnectionForm({ of, onClose }: { of: Dhis2Connection | null; onClose: () => void }) {
  const form = useResourceForm(changeDhis2Connection, {
    ...(of
      ? { of: { ...of, attributeOptionCombo: of.attributeOptionCombo ?? '' } }
      : { start: { version: 0 } }),
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      scope="dhis2"
      onClose={onClose}
      title={of ? t`Change the connection` : t`Connect to DHIS2`}
      submit={t`Save`}
    >
      <TextField
        name="address"
        label={t`Address`}
        hint={t`As in the browser, without the name of an app, for example https://dhims.example/dhims.`}
        required
        inputMode="url"
        maxLength={300}
        autoComplete="off"
        data-first-focus=""
      />
      <TextField
        name="username"
        label={t`User name`}
        hint={t`Leave it empty to sign in by a personal access token.`}
        optional
        maxLength={200}
        autoComplete="off"
      />
      <TextField
        name="secret"
        label={t`Token or password`}
        hint={of ? t`Leave it empty to keep the one that is stored.` : t`It is not shown again.`}
        type="password"
        maxLength={500}
        autoComplete="off"
        {...(of ? { optional: true } : { required: true })}
      />
      <TextField
        name="dataSet"
        label={t`Data set`}
        hint={t`Its identifier of 11 characters.`}
        required
        {...uidProps}
      />
      <TextField name="attributeOptionCombo" label={t`Attribute option combination`} optional {...uidProps} />
      <TextField
        name="sendDay"
        label={t`Day of the month`}
        hint={t`On this day the previous month is sent automatically. Leave it empty to send each month yourself.`}
        type="number"
        inputMode="numeric"
        min={1}
        max={28}
        optional
      />
    </DialogForm>
  )
}

/** Sets the organisation unit of a site. */
export function OrgUnitForm({
  site: { id, name, orgUnit },
  onClose,
}: {
  site: { id: string; name: string; orgUnit: string | null }
  onClose: () => void
}) {
  const form = useResourceForm(changeDhis2OrgUnit, {
    params: { id },
    start: { orgUnit: orgUnit ?? '' },
    onDone: onClose,
  })
  return (
    <DialogForm form={form} scope="orgunit" onClose={onClose} title={name} submit={t`Save`}>
      <TextField
        name="orgUnit"
        label={t`Organisation unit`}
        hint={t`Its identifier of 11 characters. Leave it empty if the figures of this site are not sent.`}
        optional
        data-first-focus=""
        {...uidProps}
      />
    </DialogForm>
  )
}
