import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { findStored } from '#contract/storage.ts'
import { spaced } from '../../../lib/accession.ts'
import { browserZone } from '../../../lib/times.ts'
import { Card } from '../../../ui/card.tsx'
import { When } from '../../../ui/when.tsx'

export type FoundAt = Extract<ResponseOf<typeof findStored>, { kind: 'tube' }>

/** The present and former positions of a scanned tube. */
export function FoundTube({ found: { accession, specimen, now, elsewhere, before } }: { found: FoundAt }) {
  const zone = browserZone()
  return (
    <Card aria-labelledby="found" className="mb-6">
      <h2 id="found" className="heading-row">
        <Link to="/sample/$accession" params={{ accession }} className="figures">
          {spaced(accession)}
        </Link>
      </h2>
      <p className="font-650 text-l" role="status">
        {now ? (
          <Link to="/storage/racks/$id" params={{ id: now.rackId }} search={{ at: now.position }}>
            {now.place}
          </Link>
        ) : (
          elsewhere || t`Not in a rack`
        )}
      </p>
      <p className="hint">
        {specimen}
        {now && (
          <>
            {', '}
            <Trans>
              since <When at={now.since} zone={zone} distance={false} />, {now.by}
            </Trans>
          </>
        )}
      </p>
      {before.length > 0 && (
        <>
          <h3 className="hint mt-4 font-600">
            <Trans>Before</Trans>
          </h3>
          <ul className="stack gap-1">
            {before.map((stay) => (
              <li key={stay.since}>
                {stay.place}
                <span className="hint block">
                  <When at={stay.since} zone={zone} distance={false} />, {stay.by} –{' '}
                  <When at={stay.takenAt} zone={zone} distance={false} />, {stay.takenBy}
                  {stay.why && `: ${stay.why}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
