import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { Notice, Reference } from './notice.tsx'

/** In place of what could not be loaded: what it was, why, and another try. What else the screen shows stays. */
export function Failed({
  error,
  failure,
  title: Title = 'h2',
  onRetry,
}: {
  /** What the server said, or that nothing came back; null where it is neither. */
  error: { code: string; message: string; requestId: string | undefined } | null
  failure: string
  /** `p` where it stands for a part too small for a heading. */
  title?: 'h1' | 'h2' | 'h3' | 'p'
  onRetry: () => void
}) {
  return (
    <Notice kind="error" role="alert">
      <Title {...(Title === 'h1' && { tabIndex: -1 })}>
        {Title === 'p' ? <strong>{failure}</strong> : failure}
      </Title>
      <p>{whyOf(error)}</p>
      <Reference id={error?.requestId} />
      <p className="mt-2">
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    </Notice>
  )
}

function whyOf(error: { code: string; message: string } | null): string {
  if (!error) return t`Something went wrong on our side. What was saved before is safe.`
  return error.code === 'no_connection' ? t`There is no connection.` : error.message
}
