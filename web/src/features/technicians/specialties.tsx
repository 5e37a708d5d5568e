import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

const most = 3

/** The first of what somebody is good at, one to a line, since some names hold a comma; the rest on request. */
export function Specialties({ names }: { names: readonly string[] }) {
  if (names.length === 0) return t`None`
  const rest = names.slice(most)
  return (
    <div>
      <Lines names={names.slice(0, most)} />
      {rest.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-[9px] text-vial">
            <Trans>{rest.length} more</Trans>
          </summary>
          <Lines names={rest} />
        </details>
      )}
    </div>
  )
}

function Lines({ names }: { names: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
