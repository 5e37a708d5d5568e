import { Trans } from '@lingui/react/macro'
import { type DryRun, erasedParts, type KeptPart, keptParts, obstacles } from '#contract/erasures.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'

/** What would be erased, what would stay and why, and what must be settled first: the same for the person and for the manager. */
export function DryRunLists({ dryRun }: { dryRun: DryRun }) {
  return (
    <>
      {dryRun.obstacles.length > 0 && (
        <Notice kind="warning">
          <strong>
            <Trans>This must be settled first</Trans>
          </strong>
          <ul className="list-disc ps-5">
            {dryRun.obstacles.map(({ code, total }) => (
              <li key={code}>
                {translated(obstacles[code])}
                {total !== null && (
                  <>
                    : <span className="figures">{total}</span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Card aria-labelledby="erased">
        <h2 id="erased" className="mb-3">
          <Trans>What is erased</Trans>
        </h2>
        <ul className="[&_li]:flex [&_li]:justify-between [&_li]:gap-4 [&_li]:border-t [&_li]:py-2">
          {dryRun.erased.map(({ part, total }) => (
            <li key={part}>
              <span>{translated(erasedParts[part])}</span>
              {total !== null && <span className="figures text-ink-soft">{total}</span>}
            </li>
          ))}
        </ul>
      </Card>
      <Card aria-labelledby="kept">
        <h2 id="kept" className="mb-3">
          <Trans>What stays, and why</Trans>
        </h2>
        <ul className="[&_li]:border-t [&_li]:py-3">
          {dryRun.kept.map((row) => (
            <Kept key={row.part} row={row} />
          ))}
        </ul>
      </Card>
    </>
  )
}

/** The parts that are deleted by a retention period, if the laboratory has set one. */
const withPeriod: ReadonlySet<KeptPart> = new Set(['audit', 'hospital', 'instrument', 'backups'])

function Kept({ row: { part, total, until, law } }: { row: DryRun['kept'][number] }) {
  const { name, why } = keptParts[part]
  return (
    <li>
      <p className="flex justify-between gap-4">
        <strong>{translated(name)}</strong>
        {total !== null && <span className="figures text-ink-soft">{total}</span>}
      </p>
      <p className="max-w-text text-ink-soft">{translated(why)}</p>
      {withPeriod.has(part) && (
        <p className="hint">
          {until === null ? (
            <Trans>No end is set yet.</Trans>
          ) : (
            <Trans>
              Deleted by: <When at={until} zone={browserZone()} distance={false} />
            </Trans>
          )}
        </p>
      )}
      {law !== null && (
        <p className="hint" lang="en">
          {law}
        </p>
      )}
    </li>
  )
}
