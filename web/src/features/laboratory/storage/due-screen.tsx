import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type DueTube,
  type ListedDisposal,
  listDisposals,
  listDueTubes,
  makeDisposal,
} from '#contract/storage.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { spaced } from '../../../lib/accession.ts'
import { browserZone } from '../../../lib/times.ts'
import { List } from '../../../screen/list.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useList } from '../../../screen/use-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { RackDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { When } from '../../../ui/when.tsx'
import { RetentionForm } from './retention-form.tsx'

/** Tubes whose retention time has passed, and the disposal lists. */
export function DueScreen({ maySetUp }: { maySetUp: boolean }) {
  const { tubes } = useSuspenseQuery(queryFor(listDueTubes)).data
  const list = useList(listDisposals, { query: { limit: 20 } })
  const navigate = useNavigate()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [settingUp, setSettingUp] = useState(false)
  // A list is of one site: with several sites, the site of the first tube is shown.
  const site = tubes[0]?.site
  const here = tubes.filter((tube) => tube.site === site)
  const chosen = here.filter(({ accession }) => !left.has(accession)).map(({ accession }) => accession)
  const make = useCall(() => call(makeDisposal, { body: { accessions: chosen } }), {
    saysRefusal: true,
    onDone: ({ id }) => navigate({ to: '/storage/due/$id', params: { id } }),
  })
  const toggle = (accession: string, isLeft: boolean) =>
    setLeft(
      (before) => new Set(isLeft ? [...before, accession] : [...before].filter((one) => one !== accession)),
    )
  return (
    <Screen
      rhythm="cards"
      title={t`Discard samples`}
      about={t`Tubes whose retention time has passed and whose tests are completed. One person makes a disposal list; another person discards the tubes and confirms the list.`}
      action={
        maySetUp && (
          <Button onClick={() => setSettingUp(true)}>
            <Trans>Retention time</Trans>
          </Button>
        )
      }
    >
      <Card aria-labelledby="due">
        <div className="row mb-3 justify-between gap-3">
          <h2 id="due" className="text-l">
            {site !== undefined && here.length < tubes.length ? t`Due at ${site}` : t`Due`}
          </h2>
          {here.length > 0 && (
            <Button
              variant="primary"
              pending={make.isPending}
              whyNot={chosen.length === 0 ? t`Choose a tube.` : null}
              onClick={() => make.mutate()}
            >
              {plural(chosen.length, {
                one: 'Make a disposal list of # tube',
                other: 'Make a disposal list of # tubes',
              })}
            </Button>
          )}
        </div>
        <DataTable
          caption={t`Tubes to discard, by place`}
          rows={here}
          rowKey={({ accession }) => accession}
          columns={columnsWith(left, toggle)}
          empty={
            <EmptyState
              picture={<RackDrawing />}
              title={<h3>{t`No tubes to discard`}</h3>}
              about={t`Tubes in racks appear here when the retention time of their specimen has passed.`}
            />
          }
        />
      </Card>
      <Card title={t`Disposal lists`}>
        <List
          list={list}
          failure={t`The disposal lists could not be loaded`}
          caption={t`Disposal lists, latest first`}
          columns={listColumns}
          rowKey={({ id }) => id}
          empty={t`No disposal lists yet.`}
        />
      </Card>
      {settingUp && <RetentionForm onClose={() => setSettingUp(false)} />}
    </Screen>
  )
}

const columnsWith = (
  left: ReadonlySet<string>,
  toggle: (accession: string, isLeft: boolean) => void,
): readonly Column<DueTube>[] => [
  {
    header: t`Tube`,
    cell: ({ accession, specimen }) => (
      <label className="inline-flex min-h-target cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-vial"
          checked={!left.has(accession)}
          onChange={({ currentTarget }) => toggle(accession, !currentTarget.checked)}
        />
        <span>
          <span className="figures">{spaced(accession)}</span>
          <span className="hint block">{specimen}</span>
        </span>
      </label>
    ),
  },
  { header: t`Place`, cell: ({ place }) => place },
  {
    header: t`Collected`,
    cell: ({ collectedAt }) => <When at={collectedAt} zone={browserZone()} distance={false} />,
  },
  { header: t`Keep until`, cell: ({ dueAt }) => <When at={dueAt} zone={browserZone()} /> },
]

const listColumns: readonly Column<ListedDisposal>[] = [
  {
    header: t`Made`,
    cell: ({ id, madeAt, madeBy }) => (
      <>
        <Link to="/storage/due/$id" params={{ id }} className="font-600">
          <When at={madeAt} zone={browserZone()} distance={false} />
        </Link>
        <span className="hint block">{madeBy}</span>
      </>
    ),
  },
  { header: t`Tubes`, align: 'end', cell: ({ tubes }) => tubes },
  { header: t`Status`, cell: (disposal) => <DisposalState disposal={disposal} /> },
  { header: t`Confirmed by`, cell: ({ confirmedBy }) => confirmedBy ?? '–' },
]

export function DisposalState({
  disposal: { confirmedAt, cancelledAt, discarded },
}: {
  disposal: ListedDisposal
}) {
  if (cancelledAt) return <Badge tone="quiet">{t`Cancelled`}</Badge>
  if (confirmedAt === null) return <Badge tone="warning">{t`To be confirmed`}</Badge>
  return <Badge tone="ok">{plural(discarded, { one: '# tube discarded', other: '# tubes discarded' })}</Badge>
}
