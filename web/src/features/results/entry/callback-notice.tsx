import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ResultForm } from '#contract/results.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'
import { callHash } from '../callbacks/call-hash.ts'
import { CallsSoFar } from '../callbacks/calls-so-far.tsx'

type Callback = ResultForm['callbacks'][number]

/** A critical value: by when somebody must be told, or who was, and every call about it. */
export function CallbackNotice({ callback, zone }: { callback: Callback; zone: string }) {
  const navigate = useNavigate()
  const own = useRef<HTMLDivElement>(null)
  const anchor = callHash(callback.id)
  // The results are loaded after the screen, too late for the browser to scroll to the fragment of the address.
  useEffect(() => {
    if (window.location.hash === `#${anchor}`) own.current?.scrollIntoView({ block: 'center' })
  }, [anchor])
  const { analyte, value, dueAt, toldTo, toldAt, toldBy, tries } = callback
  if (toldAt !== null) {
    return (
      <Notice kind="ok" id={anchor} ref={own} className="mb-4">
        <p>
          <Trans>
            {analyte}: {value} is critical. It was reported to {toldTo}{' '}
            <When at={toldAt} zone={zone} distance={false} /> by {toldBy}.
          </Trans>
        </p>
        <CallsSoFar calls={tries} zone={zone} />
      </Notice>
    )
  }
  return (
    <Notice kind="error" id={anchor} ref={own} className="mb-4">
      <p>
        <Trans>
          <strong>
            {analyte}: {value} is critical.
          </strong>{' '}
          Report it to the treating clinician by <When at={dueAt} zone={zone} />.
        </Trans>
      </p>
      <CallsSoFar calls={tries} zone={zone} />
      <Button
        variant="danger"
        onClick={() =>
          void navigate({
            ...{ to: '.', hash: anchor, search: true, replace: true },
            ...{ resetScroll: false, hashScrollIntoView: false },
          })
        }
      >
        <Trans>Record the call about {analyte}</Trans>
      </Button>
    </Notice>
  )
}
