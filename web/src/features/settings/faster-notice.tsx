import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Another manager saved the same part a moment ago. What was typed stands until they choose to see theirs. */
export function FasterNotice({ onShow }: { onShow: () => void }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice kind="warning" role="alert" tabIndex={-1} ref={notice}>
      <h2>
        <Trans>Somebody else changed this meanwhile</Trans>
      </h2>
      <p>
        <Trans>
          Nothing was overwritten. Look at what is in force now, then change it again if you still want to.
        </Trans>
      </p>
      <p>
        <Button onClick={onShow}>
          <Trans>Show what is in force</Trans>
        </Button>
      </p>
    </Notice>
  )
}
