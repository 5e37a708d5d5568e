import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { caseStates } from '#contract/case-states.ts'
import {
  type CaseNotice,
  casesCsv,
  confirmCase,
  dismissCase,
  listCases,
  sendCaseAgain,
} from '#contract/cases.ts'
import { call, callForResponse } from '../../api/client.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { CsvButton } from '../../screen/csv-button.tsx'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Choice, Days, FilterBar } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFilters } from '../../screen/use-filters.ts'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { When } from '../../ui/when.tsx'
import { caseStateNames, casesAddress, caseTones, sayState } from './case-words.ts'

/** Cases of notifiable diseases: each is confirmed by a person before the authority is told. */
export function CasesScreen() {
  const filters = useFilters(casesAddress)
  const { from, to } = filters.search
  const list = useList(listCases, { query: { limit: 50, ...filters.search } }, { refetchInterval: 30_000 })
  return (
    <ListScreen
      title={t`Notifiable cases`}
      about={t`Released results that are reported to the health authority once you confirm them.`}
      action={
        <Link to="/manager-dashboard/cases/rules" className={buttonClass()}>
          <Trans>What is notifiable</Trans>
        </Link>
      }
      above={<CsvButton name="cases" read={() => callForResponse(casesCsv, { query: { from, to } })} />}
      filters={
        <FilterBar label={t`Cases shown`} filters={filters}>
          <Choice
            name="state"
            label={t`Status`}
            options={caseStateNames.map((state) => ({
              value: state,
              label: translated(caseStates[state]),
            }))}
          />
          <Days />
        </FilterBar>
      }
      list={list}
      failure={t`The cases could not be loaded`}
      caption={t`Cases, latest first`}
      columns={columns}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No cases`,
        about: t`A released result that is notifiable appears here.`,
      }}
    />
  )
}

const columns: readonly Column<CaseNotice>[] = [
  {
    header: t`Released`,
    cell: ({ foundAt, visitId, reference }) => (
      <>
        <When at={foundAt} zone={browserZone()} />
        <Link to="/reports/$visitId" params={{ visitId }} className="block">
          {t`Report ${reference}`}
        </Link>
      </>
    ),
  },
  {
    header: t`Disease`,
    cell: ({ disease, finding, test, site }) => (
      <>
        <strong>{disease}</strong>
        <span className="wrap-anywhere block">{finding}</span>
        <span className="hint block">{`${test}, ${site}`}</span>
      </>
    ),
  },
  {
    header: t`Status`,
    cell: (notice) => {
      const { state, error, reason, decidedBy, toldAt } = notice
      return (
        <>
          <Badge tone={caseTones[state]}>{sayState(notice)}</Badge>
          {decidedBy !== null && <span className="hint block">{decidedBy}</span>}
          {(error || reason) !== '' && <span className="hint wrap-anywhere block">{error || reason}</span>}
          {toldAt && (
            <span className="hint block">
              <Trans>Reported</Trans> <When at={toldAt} zone={browserZone()} />
            </span>
          )}
        </>
      )
    },
  },
  { header: t`Decide`, cell: (notice) => <Decide notice={notice} /> },
]

function Decide({ notice }: { notice: CaseNotice }) {
  const { id, state, disease, reference, finding, version } = notice
  const again = useCall(() => call(sendCaseAgain, { params: { id } }), { saysRefusal: true })
  if (state === 'failed' || state === 'confirmed')
    return (
      <Button
        pending={again.isPending}
        aria-label={t`Send ${disease}, ${reference}`}
        onClick={() => again.mutate()}
      >
        <Trans>Send</Trans>
      </Button>
    )
  if (state !== 'held') return '–'
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        opener={{
          variant: 'primary',
          children: t`Confirm`,
          'aria-label': t`Confirm ${disease}, ${reference}`,
        }}
        act={() => call(confirmCase, { params: { id }, body: { version } })}
        question={t`Report this case of ${disease}?`}
        yes={t`Confirm`}
      >
        <p className="wrap-anywhere">{finding}</p>
        <p>
          <Trans>
            Name, date of birth, sex and contact of the patient and this result are sent to the health
            authority. Other results of the visit are not.
          </Trans>
        </p>
      </ConfirmButton>
      <Dismiss notice={notice} />
    </div>
  )
}

function Dismiss({ notice: { id, disease, reference, version } }: { notice: CaseNotice }) {
  /** The finding when the dialog was opened: a correction that arrives meanwhile is not dismissed unread. */
  const [seen, setSeen] = useState(version)
  const dialog = useFormDialog(dismissCase, { params: { id }, start: { version: seen } })
  return (
    <DialogForm
      {...dialog}
      opener={{
        variant: 'plain',
        'aria-label': t`Do not report ${disease}, ${reference}`,
        onClick: () => {
          setSeen(version)
          dialog.show()
        },
        children: t`Do not report`,
      }}
      scope="dismiss"
      title={t`Do not report this case of ${disease}?`}
      submit={t`Do not report`}
    >
      <TextField
        name="reason"
        label={t`Reason`}
        hint={t`For example: reported on paper already.`}
        required
        maxLength={200}
        autoComplete="off"
        data-first-focus=""
      />
    </DialogForm>
  )
}
