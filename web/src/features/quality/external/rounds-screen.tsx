import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type EqaRound,
  type EqaScheme,
  eqaRoundStates,
  listEqaRounds,
  listEqaSchemes,
} from '#contract/eqa.ts'
import { queryFor } from '../../../api/queries.ts'
import { shortDay } from '../../../lib/times.ts'
import { Choice, FilterBar } from '../../../screen/filter-bar.tsx'
import { ListScreen } from '../../../screen/list.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { useList } from '../../../screen/use-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { MicroscopeDrawing } from '../../../ui/drawings.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { roundAddress } from './eqa-search.ts'
import { roundStateWords, sayRound } from './eqa-words.ts'
import { RoundForm } from './round-form.tsx'
import { SchemeForm } from './scheme-form.tsx'

/** Rounds of external quality assessment, latest first, and the schemes. `mayKeep`: the user may set them up. */
export function RoundsScreen({ mayKeep }: { mayKeep: boolean }) {
  const { schemes } = useSuspenseQuery(queryFor(listEqaSchemes)).data
  const filters = useFilters(roundAddress)
  const list = useList(listEqaRounds, { query: { limit: 50, ...filters.search } })
  const [opened, setOpened] = useState<'round' | 'scheme' | EqaScheme | null>(null)
  const current = schemes.filter(({ endedAt }) => endedAt === null)
  const onClose = () => setOpened(null)
  return (
    <>
      <ListScreen
        title={t`External quality assessment`}
        about={t`Rounds of the schemes that the laboratory takes part in, with its results and scores.`}
        action={
          <>
            <Link to="/quality/external/scores" search={{}} className={buttonClass()}>
              <Trans>Scores</Trans>
            </Link>
            {mayKeep && current.length > 0 && (
              <Button variant="primary" onClick={() => setOpened('round')}>
                <PlusIcon />
                <Trans>Add a round</Trans>
              </Button>
            )}
          </>
        }
        above={<Schemes schemes={schemes} mayKeep={mayKeep} onOpen={setOpened} />}
        filters={
          schemes.length > 0 && (
            <FilterBar label={t`Rounds shown`} filters={filters}>
              <Choice
                name="state"
                label={t`Status`}
                options={eqaRoundStates.map((value) => ({ value, label: roundStateWords[value].label }))}
              />
              <Choice
                name="scheme"
                label={t`Scheme`}
                options={schemes.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </FilterBar>
          )
        }
        list={list}
        failure={t`The rounds could not be loaded`}
        caption={t`Rounds, latest first`}
        columns={columnsFor(new Set(schemes.map(({ site }) => site)).size > 1)}
        rowKey={({ id }) => id}
        narrowed={filters.narrowed}
        empty={{
          picture: <MicroscopeDrawing />,
          title: t`No rounds`,
          about: mayKeep
            ? t`Add a scheme, then a round with its samples, analytes and due day.`
            : t`Rounds appear here as soon as staff with the permission for quality control add them.`,
        }}
      />
      {opened === 'round' && <RoundForm schemes={current} onClose={onClose} />}
      {opened !== null && opened !== 'round' && (
        <SchemeForm of={opened === 'scheme' ? null : opened} onClose={onClose} />
      )}
    </>
  )
}

function Schemes({
  schemes,
  mayKeep,
  onOpen,
}: {
  schemes: readonly EqaScheme[]
  mayKeep: boolean
  onOpen: (opened: 'scheme' | EqaScheme) => void
}) {
  if (schemes.length === 0 && !mayKeep) return null
  return (
    <section className="mb-8" aria-labelledby="schemes">
      <h2 id="schemes" className="mb-3 text-l">
        <Trans>Schemes</Trans>
      </h2>
      <ul className="mb-3 list-none">
        {schemes.map((scheme) => (
          <li key={scheme.id} className="flex items-center justify-between gap-4 border-t py-2">
            <span className="min-w-0">
              <strong className="wrap-anywhere font-600">{scheme.name}</strong>{' '}
              {scheme.endedAt !== null && <Badge>{t`Ended`}</Badge>}
              <span className="hint wrap-anywhere block">
                {scheme.provider}, {scheme.site}
              </span>
            </span>
            {mayKeep && (
              <Button
                variant="plain"
                className="-me-3 flex-none"
                aria-label={t`Change the scheme ${scheme.name}`}
                onClick={() => onOpen(scheme)}
              >
                <Trans>Change</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayKeep && (
        <Button variant={schemes.length === 0 ? 'primary' : 'quiet'} onClick={() => onOpen('scheme')}>
          <PlusIcon />
          <Trans>Add a scheme</Trans>
        </Button>
      )}
    </section>
  )
}

const columnsFor = (sites: boolean): readonly Column<EqaRound>[] => [
  {
    header: t`Round`,
    cell: (round) => (
      <>
        <Link to="/quality/external/$id" params={{ id: round.id }} className="font-600">
          {sayRound(round)}
        </Link>
        <span className="hint block">
          {round.provider}
          {sites && `, ${round.site}`}
        </span>
      </>
    ),
  },
  { header: t`Status`, cell: (round) => <RoundState round={round} /> },
  { header: t`Due on`, cell: ({ dueOn }) => <span className="whitespace-nowrap">{shortDay(dueOn)}</span> },
  { header: t`Results`, cell: ({ entered, results }) => t`${entered} of ${results}` },
]

/** The state of a round, and the number of its results with a warning or a failure. */
export function RoundState({ round: { state, isOverdue, failed, warnings } }: { round: EqaRound }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={roundStateWords[state].tone}>{roundStateWords[state].label}</Badge>
      {isOverdue && <Badge tone="danger">{t`Overdue`}</Badge>}
      {failed > 0 && <Badge tone="danger">{t`${failed} failed`}</Badge>}
      {warnings > 0 && <Badge tone="warning">{t`${warnings} with a warning`}</Badge>}
    </span>
  )
}
