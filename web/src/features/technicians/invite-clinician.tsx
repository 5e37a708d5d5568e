import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { inviteClinician } from '#contract/clinicians.ts'
import { listReferrers } from '#contract/orders.ts'
import { queryFor } from '../../api/queries.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'

/** Invites a clinician of a facility of the list. */
export function InviteClinician() {
  const { data } = useSuspenseQuery(queryFor(listReferrers))
  const dialog = useFormDialog(inviteClinician)
  const facilities = data.facilities.filter(({ ended }) => !ended)
  return (
    <DialogForm
      opener={{
        variant: 'primary',
        whyNot: facilities.length === 0 ? t`Add a facility in the settings, under Requesters, first.` : null,
        children: t`Invite a clinician`,
      }}
      {...dialog}
      scope="clinician"
      title={t`Invite a clinician`}
      submit={t`Send Invitation`}
    >
      <TextField
        name="fullName"
        label={t`Full name with title`}
        hint={t`As printed on reports, for example Dr Ama Boateng.`}
        autoComplete="off"
        aria-required
        data-first-focus=""
      />
      <TextField
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="off"
        aria-required
        hint={t`The invitation is mailed there; its link works once, for 7 days.`}
      />
      <SelectField
        name="facilityId"
        label={t`Facility`}
        hint={t`The clinician sees only the orders of this facility.`}
        placeholder={t`Choose a facility`}
        options={facilities.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </DialogForm>
  )
}
