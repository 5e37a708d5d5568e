import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { type Permission, usualPermissions } from '#contract/permissions.ts'
import { laboratory } from '#contract/sites.ts'
import { specialtyNames } from '#contract/specialties.ts'
import { inviteTechnician, type Technician, updateTechnician } from '#contract/technicians.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { PermissionFields, SiteFields } from './access-fields.tsx'

const choices = specialtyNames.map((name) => ({ value: name, label: name }))

/** Who a technician is and what they are good at. The address of an invitation cannot change once it is sent. */
export function TechnicianForm({
  initial,
  submit,
}: {
  /** Absent for somebody new. */
  initial?: Technician
  submit: string
}) {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const navigate = useNavigate()
  const sitesOfAll = everySite(lab)
  // For readers without this right the body leaves the field out.
  const isManager = me.role === 'admin'
  const form = useResourceForm(initial ? updateTechnician : inviteTechnician, {
    params: { id: initial?.id ?? '' },
    start: {
      fullName: initial?.fullName ?? '',
      email: initial?.email ?? '',
      specialties: initial?.specialties ?? [],
      permissions: initial?.permissions ?? [...usualPermissions],
      sites: initial ? initial.sites : (me.sites?.map(({ id }) => id) ?? null),
    },
    check: whatIsMissing,
    finds: translated(messages.technicians.fieldsMissing),
    body: ({ fullName, email, specialties, permissions, sites }) => ({
      fullName,
      ...(!initial && { email: String(email) }),
      specialties,
      ...(isManager && { permissions }),
      ...(isManager && me.sites === null && { sites }),
    }),
    ...(!initial && {
      says: translated(messages.technicians.invited),
      failure: translated(messages.technicians.inviteFailure),
    }),
    onDone: () => navigate({ to: '/manager-dashboard/technicians' }),
  })
  const permissions = form.watch('permissions') as Permission[]
  const sites = form.watch('sites') as string[] | null
  return (
    <ResourceForm form={form}>
      <TextField name="fullName" label={t`Full Name`} autoComplete="off" aria-required />
      <TextField
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="off"
        aria-required
        readOnly={initial !== undefined}
        hint={initial ? t`They change it themselves, in their profile.` : t`The invitation is mailed there.`}
      />
      <MultiSelect
        name="specialties"
        label={t`Specialties`}
        hint={t`They see the tasks of these tests.`}
        placeholder={t`Search the specialties`}
        choices={choices}
      />
      {isManager && (
        <PermissionFields
          chosen={permissions}
          pricesOn={me.pricesOn}
          onChange={(chosen) => form.change('permissions', chosen)}
        />
      )}
      {isManager && sitesOfAll.length > 1 && (
        <SiteFields
          sites={sitesOfAll}
          chosen={sites}
          whyNot={me.sites === null ? null : t`Only a manager who sees all sites can change this.`}
          onChange={(chosen) => form.change('sites', chosen)}
        />
      )}
      <FormActions>
        <SubmitButton>{submit}</SubmitButton>
        <Link to="/manager-dashboard/technicians" className={buttonClass()}>
          <Trans>Cancel</Trans>
        </Link>
      </FormActions>
    </ResourceForm>
  )
}

function whatIsMissing({ fullName, email, specialties, sites }: Readonly<Record<string, unknown>>) {
  const isEmpty = (value: unknown) => String(value ?? '').trim() === ''
  return {
    ...(isEmpty(fullName) && { fullName: [t`Enter a name`] }),
    ...(isEmpty(email) && { email: [t`Enter an e-mail address`] }),
    ...(isEmpty(specialties) && { specialties: [t`Choose at least one`] }),
    ...(sites !== null && isEmpty(sites) && { sites: [t`Choose at least one site, or all of them`] }),
  }
}
