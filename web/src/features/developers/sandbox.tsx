import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { makeSandboxKey } from '#contract/developers.ts'
import { call } from '../../api/client.ts'
import { browserZone } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { CodeBlock } from './code-block.tsx'
import { setUp } from './examples.ts'

/** The key of the examples: in a demonstration on a button, otherwise from a manager. */
export function Sandbox({ isOpen }: { isOpen: boolean }) {
  const give = useCall(() => call(makeSandboxKey), { saysRefusal: true })
  const given = give.data
  return (
    <section aria-labelledby="sandbox" className="mt-10">
      <h2 id="sandbox" className="mb-1 text-xl">
        <Trans>Sandbox</Trans>
      </h2>
      {isOpen ? (
        <>
          <p className="mb-3 text-ink-soft">
            <Trans>
              This laboratory is a demonstration: its patients and results are invented. Take a key and try
              the examples with it.
            </Trans>
          </p>
          <Button variant="primary" pending={give.isPending} onClick={() => give.mutate()}>
            <Trans>Get a key</Trans>
          </Button>
        </>
      ) : (
        <Notice kind="info">
          <Trans>
            This is a real laboratory. Ask it for an API key: a manager makes it under “API clients”, with the
            permissions that your program needs.
          </Trans>
        </Notice>
      )}
      <div className="mt-4" role="status">
        {given && (
          <p>
            <Trans>
              Your key and your client of FHIR are in the first lines below. They are valid until{' '}
              <When at={given.expiresAt} zone={browserZone()} distance={false} />.
            </Trans>
          </p>
        )}
      </div>
      <CodeBlock>{setUp(location.origin, given)}</CodeBlock>
      <p className="hint">{t`Run these lines first, then the examples in their order, in the same shell.`}</p>
    </section>
  )
}
