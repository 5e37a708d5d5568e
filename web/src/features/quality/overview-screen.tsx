import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import { controlOverview } from '#contract/quality.ts'
import { List } from '../../screen/list.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useList } from '../../screen/use-list.ts'
import { buttonClass } from '../../ui/button.tsx'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { BlockingList } from './blocking-list.tsx'
import { ControlledAnalyte } from './controlled-analyte.tsx'
import { ExpiringLots } from './expiring-lots.tsx'
import { overviewSize, renewing } from './quality-queries.ts'

type Overview = ResponseOf<typeof controlOverview>

/** How every analyte with an open lot stands; what forbids a release first. */
export function OverviewScreen({ zone, mayPrepare }: { zone: string; mayPrepare: boolean }) {
  const list = useList(controlOverview, { query: { limit: overviewSize } }, renewing)
  const overview = list.data
  const several = new Set(list.rows.map(({ siteId }) => siteId)).size > 1
  const actions = (
    <>
      <Link to="/quality/external" search={{}} className={buttonClass()}>
        <Trans>External assessment</Trans>
      </Link>
      {mayPrepare && (
        <Link to="/quality/set-up" className={buttonClass({ variant: 'primary' })}>
          <Trans>Set up lots</Trans>
        </Link>
      )}
    </>
  )
  return (
    <Screen title={t`Quality control`} about={overview && sayWhole(overview)} action={actions}>
      {overview && (
        <>
          <BlockingList blocking={overview.blocking} zone={zone} />
          <ExpiringLots analytes={overview.rows} />
        </>
      )}
      <List
        list={list}
        failure={t`The controls could not be loaded`}
        empty={{
          picture: <MicroscopeDrawing />,
          title: t`No control is open`,
          about: mayPrepare
            ? t`Add a material and a lot, enter the targets of its analytes, and open it: then it can be measured here.`
            : t`Analytes appear here as soon as a manager has opened a lot of control material.`,
        }}
      >
        {(analytes) => (
          <ul className="list-none">
            {analytes.map((row) => (
              <ControlledAnalyte
                key={`${row.siteId} ${row.analyte}`}
                row={row}
                controlHours={overview?.controlHours ?? 0}
                zone={zone}
                withSite={several}
              />
            ))}
          </ul>
        )}
      </List>
    </Screen>
  )
}

function sayWhole({ blocking, rows: analytes, nextCursor }: Overview): string {
  const out = new Set(blocking.map(({ analyte }) => analyte)).size
  if (out > 0) return out === 1 ? t`1 analyte is out of control` : t`${out} analytes are out of control`
  if (analytes.length === 0) return ''
  return nextCursor === null && analytes.every(({ state }) => state === 'in')
    ? t`Everything is in control`
    : t`Nothing is held back`
}
