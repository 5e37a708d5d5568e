import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { readCatalogue } from '#contract/catalogue.ts'
import { type MicrobiologySetup, readMicrobiology, turnExpertRule } from '#contract/microbiology.ts'
import {
  cultureSpecimens,
  type OrganismGroup,
  organismGroupNames,
  organismGroups,
} from '#contract/susceptibility.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { BreakpointCard } from './breakpoint-card.tsx'
import { nameIn } from './name-in.ts'
import { type Antibiotic, AntibioticForm, type Organism, OrganismForm } from './organism-forms.tsx'
import { PanelForm } from './panel-form.tsx'
import { CultureTestForm, RuleForm } from './rule-forms.tsx'

type Rule = MicrobiologySetup['rules'][number]
type CultureTest = MicrobiologySetup['cultures'][number]
type Opened =
  | { form: 'organism'; of: Organism | null }
  | { form: 'antibiotic'; of: Antibiotic | null }
  | { form: 'culture'; of: CultureTest | null }
  | { form: 'panel'; group: OrganismGroup }
  | { form: 'rule' }
  | null

/** What microbiology works with: breakpoints, cultures, panels, expert rules, organisms and antibiotics. */
export function SetupScreen() {
  const { data: setup } = useSuspenseQuery(queryFor(readMicrobiology))
  const { data: catalogue } = useSuspenseQuery(queryFor(readCatalogue))
  const [opened, setOpened] = useState<Opened>(null)
  const onClose = () => setOpened(null)
  const isCulture = (code: string) => setup.cultures.some(({ test }) => test === code)
  return (
    <Screen
      rhythm="sections"
      title={t`Microbiology`}
      about={t`Breakpoints, cultures, antibiotics by group, expert rules and organisms.`}
    >
      <BreakpointCard table={setup.breakpoints} />
      <Part
        title={t`Cultures`}
        add={t`Set up a test as a culture`}
        onAdd={() => setOpened({ form: 'culture', of: null })}
      >
        <Cultures rows={setup.cultures} onOpen={(of) => setOpened({ form: 'culture', of })} />
      </Part>
      <Part title={t`Antibiotics by group`}>
        <Panels setup={setup} onOpen={(group) => setOpened({ form: 'panel', group })} />
      </Part>
      <Part title={t`Expert rules`} add={t`Add an expert rule`} onAdd={() => setOpened({ form: 'rule' })}>
        <Rules setup={setup} />
      </Part>
      <Part
        title={t`Organisms`}
        add={t`Add an organism`}
        onAdd={() => setOpened({ form: 'organism', of: null })}
        folded={setup.organisms.length}
      >
        <DataTable
          caption={t`Organisms`}
          rows={setup.organisms}
          rowKey={({ code }) => code}
          empty={null}
          columns={[
            nameColumn<Organism>(),
            {
              header: t`Group`,
              sort: ({ group }) => group,
              cell: ({ group }) => translated(organismGroups[group]),
            },
            { header: t`WHONET code`, cell: ({ whonetCode }) => whonetCode || '–' },
            changeColumn<Organism>((of) => setOpened({ form: 'organism', of })),
          ]}
        />
      </Part>
      <Part
        title={t`Antibiotics`}
        add={t`Add an antibiotic`}
        onAdd={() => setOpened({ form: 'antibiotic', of: null })}
        folded={setup.antibiotics.length}
      >
        <DataTable
          caption={t`Antibiotics`}
          rows={setup.antibiotics}
          rowKey={({ code }) => code}
          empty={null}
          columns={[
            nameColumn<Antibiotic>(),
            { header: t`Abbreviation`, cell: ({ code }) => code },
            { header: t`Class`, sort: (one) => one.class, cell: (one) => one.class || '–' },
            changeColumn<Antibiotic>((of) => setOpened({ form: 'antibiotic', of })),
          ]}
        />
      </Part>
      {opened?.form === 'organism' && <OrganismForm of={opened.of} onClose={onClose} />}
      {opened?.form === 'antibiotic' && <AntibioticForm of={opened.of} onClose={onClose} />}
      {opened?.form === 'panel' && <PanelForm group={opened.group} setup={setup} onClose={onClose} />}
      {opened?.form === 'rule' && <RuleForm setup={setup} onClose={onClose} />}
      {opened?.form === 'culture' && (
        <CultureTestForm
          of={opened.of}
          tests={catalogue.tests.filter(({ code }) => !isCulture(code))}
          onClose={onClose}
        />
      )}
    </Screen>
  )
}

function Part({
  title,
  add,
  onAdd,
  folded,
  children,
}: {
  title: string
  add?: string
  onAdd?: () => void
  /** The number of rows of a long list, which is opened by a press. */
  folded?: number
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="row mb-2 flex-wrap justify-between gap-3">
        <h2 id={id} className="text-l">
          {title}
        </h2>
        {add && (
          <Button onClick={onAdd}>
            <PlusIcon size={18} />
            {add}
          </Button>
        )}
      </div>
      {folded === undefined ? (
        children
      ) : (
        <details className="border-t [&>summary]:min-h-target [&>summary]:cursor-pointer [&>summary]:py-3">
          <summary>{t`Show all ${folded}`}</summary>
          {children}
        </details>
      )}
    </section>
  )
}

type Named = { name: string; ended: boolean }

const nameColumn = <Row extends Named>(): Column<Row> => ({
  header: t`Name`,
  sort: ({ name }) => name.toLocaleLowerCase(),
  cell: ({ name, ended }) => (
    <>
      <strong>{name}</strong> {ended && <Badge>{t`Not used`}</Badge>}
    </>
  ),
})

const changeColumn = <Row extends { name: string }>(onOpen: (row: Row) => void): Column<Row> => ({
  header: t`Change`,
  align: 'end',
  cell: (row) => (
    <Button aria-label={t`Change ${row.name}`} onClick={() => onOpen(row)}>
      <Trans>Change</Trans>
    </Button>
  ),
})

function Cultures({ rows, onOpen }: { rows: readonly CultureTest[]; onOpen: (of: CultureTest) => void }) {
  return (
    <DataTable
      caption={t`Cultures`}
      rows={rows}
      rowKey={({ test }) => test}
      empty={null}
      columns={[
        {
          header: t`Test`,
          cell: ({ test, name }) => (
            <Link to="/manager-dashboard/catalogue/tests/$code" params={{ code: test }}>
              <strong>{name}</strong>
            </Link>
          ),
        },
        { header: t`Specimen`, cell: ({ specimen }) => translated(cultureSpecimens[specimen]) },
        { header: t`Day of the final reading`, align: 'end', cell: ({ finalDay }) => finalDay },
        changeColumn<CultureTest>(onOpen),
      ]}
    />
  )
}

function Panels({ setup, onOpen }: { setup: MicrobiologySetup; onOpen: (group: OrganismGroup) => void }) {
  const nameOf = (code: string) => nameIn(setup.antibiotics, code)
  const rows = organismGroupNames.map((group) => ({
    group,
    name: translated(organismGroups[group]),
    rows: setup.panels.find((panel) => panel.group === group)?.rows ?? [],
  }))
  const namesOf = (row: (typeof rows)[number], isAlways: boolean) =>
    sayList(
      row.rows
        .filter(({ shown }) => (shown === 'always') === isAlways)
        .map(({ antibiotic }) => nameOf(antibiotic)),
    ) || '–'
  return (
    <DataTable
      caption={t`Antibiotics by group`}
      rows={rows}
      rowKey={({ group }) => group}
      empty={null}
      columns={[
        { header: t`Group`, cell: ({ name }) => <strong>{name}</strong> },
        { header: t`Always in the report`, cell: (row) => namesOf(row, true) },
        { header: t`In a cascade, or never in the report`, cell: (row) => namesOf(row, false) },
        changeColumn<(typeof rows)[number]>(({ group }) => onOpen(group)),
      ]}
    />
  )
}

function Rules({ setup }: { setup: MicrobiologySetup }) {
  const turn = useCall(
    ({ code, isOn, version }: Rule) =>
      call(turnExpertRule, { params: { code }, body: { isOn: !isOn, version } }),
    { saysRefusal: true },
  )
  const nameOf = (code: string) => nameIn(setup.antibiotics, code)
  const whom = (appliesTo: string) => {
    const group = organismGroupNames.find((one) => one === appliesTo)
    return group ? translated(organismGroups[group]) : nameIn(setup.organisms, appliesTo)
  }
  return (
    <DataTable
      caption={t`Expert rules`}
      rows={setup.rules}
      rowKey={({ code }) => code}
      empty={<p className="hint">{t`No expert rules.`}</p>}
      columns={[
        {
          header: t`Rule`,
          cell: ({ appliesTo, about, whenAntibiotic, whenCategory, thenAntibiotics }) => (
            <>
              <strong>{whom(appliesTo)}</strong>{' '}
              {whenAntibiotic !== null && t`if ${nameOf(whenAntibiotic)} is ${whenCategory ?? ''}`}
              <span className="block">{t`Resistant: ${sayList(thenAntibiotics.map(nameOf))}`}</span>
              <span className="hint block">{about}</span>
            </>
          ),
        },
        {
          header: t`Status`,
          cell: ({ isOn }) => <Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? t`On` : t`Off`}</Badge>,
        },
        {
          header: t`Change`,
          align: 'end',
          cell: (rule) => (
            <Button
              aria-label={rule.isOn ? t`Turn off: ${rule.about}` : t`Turn on: ${rule.about}`}
              pending={turn.isPending && turn.variables?.code === rule.code}
              onClick={() => turn.mutate(rule)}
            >
              {rule.isOn ? t`Turn off` : t`Turn on`}
            </Button>
          ),
        },
      ]}
    />
  )
}
