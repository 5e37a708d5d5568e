import { Trans } from '@lingui/react/macro'

/** The mark beside an interval that the laboratory's director has not confirmed; in words for those who listen. */
export function Unconfirmed({ on }: { on: boolean }) {
  if (!on) return null
  return (
    <>
      <span aria-hidden="true"> *</span>
      <span className="visually-hidden">
        {' '}
        <Trans>(to be confirmed)</Trans>
      </span>
    </>
  )
}

/** What the mark means, below what it stands in. */
export function UnconfirmedNote({ results }: { results: readonly { unconfirmed: boolean }[] }) {
  if (!results.some((result) => result.unconfirmed)) return null
  return (
    <p className="hint mt-3 mb-6">
      <Trans>
        * A general range from published sources. This laboratory has yet to confirm it for its own patients.
      </Trans>
    </p>
  )
}
