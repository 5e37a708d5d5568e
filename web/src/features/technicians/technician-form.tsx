import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { type Permission, usualPermissions } from '#contract/permissions.ts'
import { laboratory } from '#contract/sites.ts'
import { type Specialty, specialtyNames } from '#contract/specialties.ts'
import type { Technician } from '#contract/technicians.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import type { FormProblem } from '../../ui/form-problem.ts'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'
import { toast } from '../../ui/toast.tsx'
import { PermissionFields, SiteFields } from './access-fields.tsx'

export type TechnicianValues = {
  fullName: string
  email: string
  specialties: Specialty[]
  /** Only of a manager: others leave it as it is. */
  permissions?: Permission[]
  /** Only of a manager of all sites. */
  sites?: string[] | null
}

const choices = specialtyNames.map((name) => ({ value: name, label: name }))
const isSpecialty = (name: string): name is Specialty => specialtyNames.includes(name as Specialty)

/** Who a technician is and what they are good at. The address of an invitation cannot change once it is sent. */
export function TechnicianForm({
  initial,
  submit,
  error,
  pending,
  onSubmit,
}: {
  /** Absent for somebody new. */
  initial?: Pick<Technician, 'fullName' | 'email' | 'specialties' | 'permissions' | 'sites'>
  submit: string
  error: FormProblem | null
  pending: boolean
  onSubmit: (values: TechnicianValues) => void
}) {
  const [specialties, setSpecialties] = useState<Specialty[]>(initial?.specialties.filter(isSpecialty) ?? [])
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { data: lab } = useSuspenseQuery(queryFor(laboratory))
  const sitesOfAll = everySite(lab)
  const [permissions, setPermissions] = useState<Permission[]>(initial?.permissions ?? [...usualPermissions])
  const [sites, setSites] = useState(initial ? initial.sites : (me.sites?.map(({ id }) => id) ?? null))
  const [missing, setMissing] = useState<FormProblem | null>(null)
  return (
    <FormShell
      error={missing ?? error}
      pending={pending}
      onSubmit={(form) => {
        const values = {
          fullName: String(form.get('fullName')),
          email: String(form.get('email')),
          specialties,
          ...(me.role === 'admin' && { permissions }),
          ...(me.role === 'admin' && me.sites === null && { sites }),
        }
        const found = whatIsMissing(values)
        setMissing(found)
        if (found) toast('warning', found.message)
        else onSubmit(values)
      }}
    >
      <TextField
        name="fullName"
        label={t`Full Name`}
        autoComplete="off"
        aria-required
        defaultValue={initial?.fullName ?? ''}
      />
      <TextField
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="off"
        aria-required
        defaultValue={initial?.email ?? ''}
        readOnly={initial !== undefined}
        hint={initial ? t`They change it themselves, in their profile.` : t`The invitation is mailed there.`}
      />
      <MultiSelect
        name="specialties"
        label={t`Specialties`}
        hint={t`They see the tasks of these tests.`}
        placeholder={t`Search the specialties`}
        nothingFound={t`No specialty has these words.`}
        choices={choices}
        chosen={specialties}
        onChange={(chosen) => setSpecialties(chosen.filter(isSpecialty))}
      />
      {me.role === 'admin' && (
        <PermissionFields chosen={permissions} pricesOn={me.pricesOn} onChange={setPermissions} />
      )}
      {me.role === 'admin' && sitesOfAll.length > 1 && (
        <SiteFields
          sites={sitesOfAll}
          chosen={sites}
          whyNot={me.sites === null ? null : t`Only a manager who sees all sites changes this.`}
          onChange={setSites}
        />
      )}
      <FormActions>
        <SubmitButton pending={pending}>{submit}</SubmitButton>
        <Link to="/manager-dashboard/technicians" className={buttonClass()}>
          <Trans>Cancel</Trans>
        </Link>
      </FormActions>
    </FormShell>
  )
}

function whatIsMissing({ fullName, email, specialties, sites }: TechnicianValues): FormProblem | null {
  const fields = {
    ...(fullName.trim() === '' && { fullName: [t`Enter a name`] }),
    ...(email.trim() === '' && { email: [t`Enter an e-mail address`] }),
    ...(specialties.length === 0 && { specialties: [t`Choose at least one`] }),
    ...(sites?.length === 0 && { sites: [t`Choose at least one site, or all of them`] }),
  }
  return Object.keys(fields).length === 0
    ? null
    : { message: translated(messages.technicians.fieldsMissing), fields }
}
