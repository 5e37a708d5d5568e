import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CountedLine, readDhis2 } from '#contract/dhis2.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ConnectionForm, OrgUnitForm } from './connection-forms.tsx'
import { sayCell, sayRule } from './dhis2-words.ts'
import { LineForm } from './line-form.tsx'

type Settings = ResponseOf<typeof readDhis2>
type Site = Settings['sites'][number]

/** The connection to DHIS2, the organisation units of the sites, and what is counted. */
export function Dhis2SettingsScreen() {
  const { data } = useSuspenseQuery(queryFor(readDhis2))
  const { connection, sites, lines, hidden, maySetUp } = data
  const [opened, setOpened] = useState<'connection' | 'line' | null>(null)
  const [site, setSite] = useState<Site | null>(null)
  const [line, setLine] = useState<CountedLine | null>(null)
  return (
    <Screen
      rhythm="cards"
      title={t`What is sent to DHIS2`}
      about={
        maySetUp
          ? t`The identifiers are shown in the Maintenance app of DHIS2, or given by the health authority.`
          : t`Only staff who see all sites can change these settings.`
      }
    >
      <Connection connection={connection} {...(maySetUp && { onChange: () => setOpened('connection') })} />
      <Card>
        <h2 className="mb-3">
          <Trans>Organisation units</Trans>
        </h2>
        <DataTable
          caption={t`Sites and their organisation units`}
          rows={sites}
          rowKey={({ id }) => id}
          columns={siteColumns(maySetUp ? setSite : null)}
          empty={null}
        />
      </Card>
      <Card>
        <div className="heading-row mb-3">
          <h2>
            <Trans>What is counted</Trans>
          </h2>
          {maySetUp && (
            <Button onClick={() => setOpened('line')}>
              <Trans>Add a line</Trans>
            </Button>
          )}
        </div>
        <DataTable
          caption={t`Lines`}
          rows={lines}
          rowKey={({ id }) => id}
          columns={lineColumns(maySetUp ? setLine : null)}
          empty={<p className="hint">{t`Add a line for each data element and category that you report.`}</p>}
        />
        {hidden > 0 && (
          <p className="hint mt-3">
            <Trans>Lines on confidential tests are not shown to you.</Trans>
          </p>
        )}
      </Card>
      {opened === 'connection' && <ConnectionForm of={connection} onClose={() => setOpened(null)} />}
      {opened === 'line' && <LineForm of={null} onClose={() => setOpened(null)} />}
      {site && <OrgUnitForm site={site} onClose={() => setSite(null)} />}
      {line && <LineForm of={line} onClose={() => setLine(null)} />}
    </Screen>
  )
}

function Connection({ connection, onChange }: { connection: Settings['connection']; onChange?: () => void }) {
  return (
    <Card>
      <div className="heading-row mb-3">
        <h2>
          <Trans>Connection</Trans>
        </h2>
        {onChange && (
          <Button variant={connection ? 'quiet' : 'primary'} onClick={onChange}>
            {connection ? <Trans>Change the connection</Trans> : <Trans>Connect to DHIS2</Trans>}
          </Button>
        )}
      </div>
      {connection ? (
        <Facts
          facts={[
            { name: t`Address`, value: connection.address },
            { name: t`Signs in by`, value: connection.username || t`Personal access token` },
            { name: t`Data set`, value: connection.dataSet },
            ...(connection.attributeOptionCombo === null
              ? []
              : [{ name: t`Attribute option combination`, value: connection.attributeOptionCombo }]),
            {
              name: t`Sent automatically`,
              value:
                connection.sendDay === null
                  ? t`No, staff send each month`
                  : t`On day ${connection.sendDay} of each month, for the month before`,
            },
          ]}
        />
      ) : (
        <p className="hint">
          <Trans>Not connected yet.</Trans>
        </p>
      )}
    </Card>
  )
}

const siteColumns = (onChange: ((site: Site) => void) | null): readonly Column<Site>[] => [
  { header: t`Site`, cell: ({ name }) => <strong>{name}</strong> },
  {
    header: t`Organisation unit`,
    cell: ({ orgUnit }) =>
      orgUnit === null ? (
        <span className="hint">{t`none: its figures are not sent`}</span>
      ) : (
        <span className="wrap-anywhere">{orgUnit}</span>
      ),
  },
  ...(onChange
    ? [
        {
          header: t`Change`,
          cell: (site: Site) => (
            <Button
              variant="plain"
              aria-label={t`Change the organisation unit of ${site.name}`}
              onClick={() => onChange(site)}
            >
              <Trans>Change</Trans>
            </Button>
          ),
        },
      ]
    : []),
]

const lineColumns = (onChange: ((line: CountedLine) => void) | null): readonly Column<CountedLine>[] => [
  {
    header: t`Figure`,
    cell: (line) => (
      <>
        <strong>{line.name}</strong>
        <span className="hint wrap-anywhere block">{sayRule(line)}</span>
      </>
    ),
  },
  {
    header: t`Data element and category`,
    cell: (line) => <span className="wrap-anywhere">{sayCell(line)}</span>,
  },
  ...(onChange
    ? [
        {
          header: t`Change`,
          cell: (line: CountedLine) => (
            <Button variant="plain" aria-label={t`Change ${line.name}`} onClick={() => onChange(line)}>
              <Trans>Change</Trans>
            </Button>
          ),
        },
      ]
    : []),
]
