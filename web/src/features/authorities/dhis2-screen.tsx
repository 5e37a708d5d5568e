import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Dhis2Sending, listDhis2Sendings, readDhis2Month, sendDhis2Month } from '#contract/dhis2.ts'
import { dhis2States } from '#contract/dhis2-states.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, dayOf, latestMonths, sayMonth } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Choice, FilterBar } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { Loaded } from '../../screen/rows.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import { dhis2Address, sayAnswer, sayCell, sayRule, stateNames, stateTones } from './dhis2-words.ts'

type Month = ResponseOf<typeof readDhis2Month>
type Site = Month['sites'][number]
type Figure = Site['figures'][number]

const everyMs = 5_000
const monthsShown = 13

/** The figures of a month for DHIS2, and what was sent. */
export function Dhis2Screen() {
  const filters = useFilters(dhis2Address, ['month'])
  const months = latestMonths(dayOf(useNow(), browserZone()), monthsShown)
  const usual = months[1] ?? ''
  const { month = usual, state } = filters.search
  const figures = useQuery({
    ...queryFor(readDhis2Month, { params: { month } }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
  const list = useList(
    listDhis2Sendings,
    { query: { limit: 25, ...(state && { state }) } },
    { refetchInterval: everyMs },
  )
  return (
    <ListScreen
      title={t`Monthly figures`}
      about={t`Counts of released results for the DHIS2 of the health authority.`}
      action={
        <Link to="/manager-dashboard/dhis2/settings" className={buttonClass()}>
          <Trans>Settings</Trans>
        </Link>
      }
      above={
        <>
          {/* Without "Show all": the filter of the list below has this button. */}
          <FilterBar label={t`Figures shown`} filters={{ ...filters, narrowed: false }}>
            <Choice
              name="month"
              label={t`Month`}
              usual={usual}
              options={months.map((one) => ({ value: one, label: sayMonth(`${one}-01`) }))}
            />
          </FilterBar>
          <Loaded query={figures} failure={t`The figures could not be loaded`}>
            {(data) => <Figures data={data} month={month} />}
          </Loaded>
        </>
      }
      filters={
        <FilterBar label={t`Sent figures shown`} filters={filters}>
          <Choice
            name="state"
            label={t`Status`}
            options={stateNames.map((one) => ({ value: one, label: translated(dhis2States[one]) }))}
          />
        </FilterBar>
      }
      list={list}
      failure={t`The list could not be loaded`}
      caption={t`Sent to DHIS2, latest first`}
      columns={sentColumns}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`Nothing sent yet`,
        about: t`What is sent stays here with the answer of DHIS2.`,
      }}
    />
  )
}

function Figures({ data: { sites, hidden }, month }: { data: Month; month: string }) {
  return (
    <div className="stack mb-6 gap-5">
      {sites.map((site) => (
        <OfSite key={site.id} site={site} month={month} named={sites.length > 1} />
      ))}
      <p className="hint max-w-text">
        <Trans>
          A result counts in the month in which it was first released, by the latest version of its report. A
          result that was withdrawn does not count. The age is that on the day of collection.
        </Trans>{' '}
        {hidden > 0 && (
          <Trans>
            Some figures are on confidential tests and are not shown to you. They are sent with the others.
          </Trans>
        )}
      </p>
    </div>
  )
}

function OfSite({ site, month, named }: { site: Site; month: string; named: boolean }) {
  const { id, name, figures, whyNot, sentAt } = site
  const send = useCall(
    (dryRun: boolean) => call(sendDhis2Month, { params: { month }, body: { siteId: id, dryRun } }),
    { saysRefusal: true },
  )
  const said = sayMonth(`${month}-01`)
  const isPending = (dryRun: boolean) => send.isPending && send.variables === dryRun
  return (
    <Card>
      <div className="heading-row">
        <h2>{named ? `${name}, ${said}` : said}</h2>
        {sentAt && (
          <span className="hint">
            <Trans>Sent</Trans> <When at={sentAt} zone={browserZone()} />
          </span>
        )}
      </div>
      <DataTable
        caption={t`Figures of ${said}, ${name}`}
        rows={figures}
        rowKey={(figure) => figure.id}
        columns={figureColumns}
        empty={<p className="hint">{t`Nothing is counted yet. Add lines in the settings.`}</p>}
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          disabled={whyNot !== null}
          pending={isPending(false)}
          onClick={() => send.mutate(false)}
        >
          {sentAt ? <Trans>Send again</Trans> : <Trans>Send</Trans>}
        </Button>
        <Button disabled={whyNot !== null} pending={isPending(true)} onClick={() => send.mutate(true)}>
          <Trans>Check without storing</Trans>
        </Button>
        {whyNot !== null && <span className="hint">{whyNot}</span>}
      </div>
    </Card>
  )
}

const figureColumns: readonly Column<Figure>[] = [
  {
    header: t`Figure`,
    cell: (figure) => (
      <>
        <strong>{figure.name}</strong>
        <span className="hint wrap-anywhere block">{sayRule(figure)}</span>
        <span className="hint block">{sayCell(figure)}</span>
      </>
    ),
  },
  {
    header: t`Count`,
    align: 'end',
    cell: ({ count, of }) => (
      <>
        <strong className="tabular-nums">{count}</strong>
        <span className="hint block">{t`of ${of} released`}</span>
      </>
    ),
  },
  {
    header: t`Sent`,
    align: 'end',
    cell: ({ count, sent }) =>
      sent === null ? (
        '–'
      ) : (
        <>
          <span className="tabular-nums">{sent}</span>
          {sent !== count && (
            <span className="block">
              <Badge tone="warning">{t`Changed`}</Badge>
            </span>
          )}
        </>
      ),
  },
]

const sentColumns: readonly Column<Dhis2Sending>[] = [
  {
    header: t`Time`,
    cell: ({ id, askedAt, askedBy }) => (
      <>
        <Link to="/manager-dashboard/dhis2/sent/$id" params={{ id }}>
          <When at={askedAt} zone={browserZone()} />
        </Link>
        <span className="hint block">{askedBy ?? t`Automatically`}</span>
      </>
    ),
  },
  {
    header: t`Month`,
    cell: ({ month, site, dryRun }) => (
      <>
        {sayMonth(`${month}-01`)}
        <span className="hint block">{dryRun ? t`${site}, check only` : site}</span>
      </>
    ),
  },
  {
    header: t`Answer`,
    cell: (sending) => (
      <>
        <Badge tone={stateTones[sending.state]}>{translated(dhis2States[sending.state])}</Badge>
        <span className="hint wrap-anywhere block">{sayAnswer(sending)}</span>
      </>
    ),
  },
]
