import { t } from '@lingui/core/macro'
import { useState } from 'react'
import {
  changeManager,
  deactivateManager,
  type Manager,
  resendManager,
  withdrawManager,
} from '#contract/managers.ts'
import { call } from '../../api/client.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { noneChosen, SiteFields } from './access-fields.tsx'
import { InvitationActions } from './invitation-actions.tsx'
import { Leaving } from './leaving.tsx'
import { StaffSessions } from './staff-sessions.tsx'

type Sites = readonly { id: string; name: string }[] | null

/** What can be done with a manager on the list. `sites` is null while nobody chooses. */
export function ManagerActions({ manager, sites }: { manager: Manager; sites: Sites }) {
  const { id, fullName, status, whyNotChange } = manager
  if (whyNotChange !== null && status === 'Active') {
    return sites ? <SitesOf manager={manager} sites={sites} /> : '—'
  }
  return (
    <div className="my-[-9px] flex flex-wrap">
      {sites && <SitesOf manager={manager} sites={sites} />}
      {status === 'Invited' ? (
        <InvitationActions
          invited={manager}
          resend={() => call(resendManager, { params: { id } })}
          withdraw={() => call(withdrawManager, { params: { id } })}
        />
      ) : (
        <>
          <StaffSessions person={manager} />
          <Leaving person={manager} title={t`Deactivate ${fullName}?`} endpoint={deactivateManager} />
        </>
      )}
    </div>
  )
}

function SitesOf({ manager, sites }: { manager: Manager; sites: NonNullable<Sites> }) {
  const { id, fullName, whyNotChange } = manager
  const [chosen, setChosen] = useState(manager.sites)
  const dialog = useFormDialog(changeManager, {
    params: { id },
    body: () => ({ sites: chosen && [...chosen] }),
  })
  return (
    <DialogForm
      opener={{
        variant: 'plain',
        'aria-label': t`Sites of ${fullName}`,
        whyNot: whyNotChange,
        onClick: () => {
          setChosen(manager.sites)
          dialog.show()
        },
        children: t`Sites`,
      }}
      {...dialog}
      scope={id}
      title={t`Sites of ${fullName}`}
      whyNot={noneChosen(chosen)}
      submit={t`Save Changes`}
    >
      <SiteFields sites={sites} chosen={chosen} whyNot={null} onChange={setChosen} />
    </DialogForm>
  )
}
