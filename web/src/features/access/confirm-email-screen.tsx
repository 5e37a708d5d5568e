import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { confirmEmail, readProfile } from '#contract/access.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeadLink } from './dead-link.tsx'
import { EntryScreen } from './entry-screen.tsx'
import { fragmentValue } from './fragment.ts'
import { Inside } from './way-in.tsx'

/** A press, not the opening of the page, takes the address into use: mail filters open links as well. */
export function ConfirmEmailScreen() {
  const queryClient = useQueryClient()
  const token = fragmentValue('/confirm-email', 'token')
  const confirm = useMutation({
    mutationFn: (text: string) => call(confirmEmail, { body: { token: text } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(readProfile) }),
  })
  return (
    <EntryScreen
      title={t`Confirm your new address`}
      about={t`One press, and this address is yours to log in with.`}
      aside={
        <Inside
          picture={<LetterDrawing />}
          title={t`What changes`}
          points={[
            t`You log in with the new address`,
            t`Messages about your visits go there`,
            t`Nothing else changes`,
          ]}
        />
      }
    >
      {confirm.isSuccess ? (
        <div className="stack gap-5">
          <Notice kind="ok" role="status">
            <p>{confirm.data.message}</p>
          </Notice>
          <Link to="/profile" className={buttonClass({ variant: 'primary', wide: true })}>
            <Trans>Go to your profile</Trans>
          </Link>
        </div>
      ) : token === null ? (
        <DeadLink>
          <Trans>Open the link in the mail once more, or change the address again in your profile.</Trans>
        </DeadLink>
      ) : (
        <FormShell error={confirm.error} pending={confirm.isPending} onSubmit={() => confirm.mutate(token)}>
          <SubmitButton wide pending={confirm.isPending}>
            <Trans>Confirm this address</Trans>
          </SubmitButton>
        </FormShell>
      )}
    </EntryScreen>
  )
}
