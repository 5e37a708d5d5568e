import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { grantCare } from '#contract/care.ts'
import { AccountField, type PatientAccount } from '../../screen/account-field.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { KindField } from './kind-field.tsx'
import { staffChoices } from './words.ts'

/** Opens the record of a person to an account that staff choose. */
export function GrantDialog({
  person: { id, fullName },
  onClose,
}: {
  person: { id: string; fullName: string }
  onClose: () => void
}) {
  const [account, setAccount] = useState<PatientAccount | null>(null)
  const form = useResourceForm(grantCare, {
    params: { id },
    start: { accountId: account?.id },
    check: () => (account ? {} : { accountId: [t`Choose an account`] }),
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      scope="grant"
      onClose={onClose}
      title={t`Give an account access to the record of ${fullName}`}
      leave={t`Not now`}
      submit={t`Open the record`}
    >
      <p>
        <Trans>Its holder will see all visits and results of this person, book and cancel.</Trans>
      </p>
      <AccountField
        label={t`Find the account`}
        hint={t`Part of the name, e-mail address or phone number`}
        letGo={t`Another account`}
        chosen={account}
        onChoose={setAccount}
      />
      <KindField label={t`Who is ${fullName} to the holder of the account?`} options={staffChoices} />
    </DialogForm>
  )
}
