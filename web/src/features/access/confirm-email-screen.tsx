import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { confirmEmail } from '#contract/access.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DeadLink } from './dead-link.tsx'
import { EntryScreen } from './entry-screen.tsx'
import { fragmentValue } from './fragment.ts'
import { Inside } from './way-in.tsx'

/** A press, not the opening of the page, takes the address into use: mail filters open links as well. */
export function ConfirmEmailScreen() {
  const token = fragmentValue('/confirm-email', 'token')
  const form = useResourceForm(confirmEmail, { start: { token }, says: false })
  return (
    <EntryScreen
      title={t`Confirm your new address`}
      about={t`Press the button, and you can log in with this address.`}
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
      {form.data ? (
        <div className="stack gap-5">
          <Notice kind="ok" role="status">
            <p>{form.data.message}</p>
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
        <ResourceForm form={form}>
          <SubmitButton wide>
            <Trans>Confirm this address</Trans>
          </SubmitButton>
        </ResourceForm>
      )}
    </EntryScreen>
  )
}
