import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/notice.tsx'

/** A new address waits for its owner's word. */
export function PendingEmail({ address }: { address: string | undefined }) {
  if (address === undefined) return null
  return (
    <Notice>
      <p>
        <Trans>
          <strong>{address}</strong> waits for confirmation: open the link that was mailed there. Until then
          your present address is used.
        </Trans>
      </p>
    </Notice>
  )
}
