import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { oidcStart } from '#contract/access.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

const unknown = t`We could not check whether this laboratory offers it.`

/** Signing in through an issuer: a plain link, since the browser itself goes there; or the reason why not. */
export function IssuerButton({ label = t`Sign in with Google` }: { label?: string }) {
  const { data, isError } = useQuery(queryFor(laboratory))
  return (
    <div className="mt-5">
      <p className="mb-5 flex items-center gap-4 text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </p>
      {data?.signIn.issuer ? (
        <a className={buttonClass({ wide: true })} href={oidcStart}>
          {label}
        </a>
      ) : (
        <Button wide disabled={!data} whyNot={isError ? unknown : data?.signIn.reason}>
          {label}
        </Button>
      )}
    </div>
  )
}
