import { Notice } from '../../ui/notice.tsx'

/** A new address waits for its owner's word. */
export function PendingEmail({ address }: { address: string | undefined }) {
  if (address === undefined) return null
  return (
    <Notice>
      <p>
        <strong>{address}</strong> waits for confirmation: open the link that was mailed there. Until then
        your present address counts.
      </p>
    </Notice>
  )
}
