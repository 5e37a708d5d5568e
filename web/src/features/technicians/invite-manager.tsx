import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { inviteManager } from '#contract/managers.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { noneChosen, SiteFields } from './access-fields.tsx'

/** Invites a manager, or again one who left. `sites` is null while nobody chooses. */
export function InviteManager({
  sites,
  own,
  left,
}: {
  sites: readonly { id: string; name: string }[] | null
  own: string[] | null
  left?: { fullName: string; email: string }
}) {
  const [chosen, setChosen] = useState<string[] | null>(own)
  const dialog = useFormDialog(inviteManager, {
    body: ({ fullName, email }) => ({ fullName, email, sites: chosen && [...chosen] }),
    says: t`The invitation is on its way.`,
  })
  return (
    <>
      <Button
        variant={left ? 'plain' : 'primary'}
        aria-label={left && t`Invite again: ${left.fullName}`}
        onClick={dialog.show}
      >
        {left ? t`Invite again` : t`Invite Manager`}
      </Button>
      <DialogForm
        {...dialog}
        scope={left?.email ?? 'manager'}
        title={t`Invite Manager`}
        whyNot={noneChosen(chosen)}
        submit={t`Send Invitation`}
      >
        <TextField
          name="fullName"
          label={t`Full Name`}
          defaultValue={left?.fullName}
          autoComplete="off"
          aria-required
          data-first-focus=""
        />
        <TextField
          name="email"
          label={t`Email`}
          type="email"
          defaultValue={left?.email}
          autoComplete="off"
          aria-required
          hint={t`The invitation is mailed there; its link works once, for 7 days.`}
        />
        {sites && (
          <SiteFields
            sites={sites}
            chosen={chosen}
            whyNot={own === null ? null : t`Only a manager who sees all sites can choose others.`}
            onChange={setChosen}
          />
        )}
      </DialogForm>
    </>
  )
}
