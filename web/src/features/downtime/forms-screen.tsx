import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  addDowntimeForms,
  type DowntimeForm,
  downtimeStates,
  listDowntimeForms,
  mostForms,
  printDowntimeForms,
} from '#contract/downtime.ts'
import { call } from '../../api/client.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Choice, FilterBar, Words } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { SiteField } from '../../screen/site-field.tsx'
import { useFilters } from '../../screen/use-filters.ts'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useList } from '../../screen/use-list.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { PrinterIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { downtimeAddress } from './downtime-search.ts'
import { stateWords } from './downtime-words.ts'

/** Paper forms for hours without power or network: printed beforehand, and entered afterwards. */
export function DowntimeFormsScreen() {
  const [made, setMade] = useState<readonly number[]>([])
  const filters = useFilters(downtimeAddress)
  const list = useList(listDowntimeForms, {
    query: { limit: 50, ...filters.search, ...filters.words },
  })
  return (
    <ListScreen
      title={t`Downtime forms`}
      about={t`Print forms now and keep them at the desk. Fill them in when there is no power or network, and enter them when the system is running again.`}
      action={<PrintForms onMade={setMade} />}
      above={made.length > 0 && <Made numbers={made} />}
      filters={
        <FilterBar label={t`Forms shown`} filters={filters}>
          <Words name="search" label={t`Form number`} />
          <Choice
            name="state"
            label={t`Status`}
            options={downtimeStates.map((state) => ({ value: state, label: stateWords[state].label }))}
          />
        </FilterBar>
      }
      list={list}
      failure={t`The forms could not be loaded`}
      caption={t`Downtime forms, latest first`}
      columns={columns}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No forms`,
        about: t`Print twenty for each desk, so that the laboratory can continue during an outage.`,
      }}
    />
  )
}

const columns: readonly Column<DowntimeForm>[] = [
  {
    header: t`Form`,
    cell: ({ id, number, site }) => (
      <>
        <Link to="/downtime/$id" params={{ id }} className="font-600">
          {number}
        </Link>
        <span className="hint block">{site.name}</span>
      </>
    ),
  },
  {
    header: t`Status`,
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
  },
  {
    header: t`Printed`,
    cell: ({ printedAt, printedBy, site }) => (
      <>
        <When at={printedAt} zone={site.timeZone} distance={false} />
        <span className="hint block">{printedBy}</span>
      </>
    ),
  },
  {
    header: t`Entered or void`,
    cell: ({ visit, settledAt, settledBy, site, voidReason }) =>
      settledAt === null ? (
        <span className="hint">{t`not yet`}</span>
      ) : (
        <>
          {visit ? (
            <Link to="/collect/$visitId" params={{ visitId: visit.id }}>
              {visit.reference}
            </Link>
          ) : (
            voidReason
          )}
          <span className="hint block">
            <When at={settledAt} zone={site.timeZone} distance={false} />, {settledBy}
          </span>
        </>
      ),
  },
]

/** The forms that were made just now, to be printed. */
function Made({ numbers }: { numbers: readonly number[] }) {
  const pdf = usePdf(
    () => call(printDowntimeForms, { query: { numbers: numbers.join(',') } }),
    'downtime-forms.pdf',
    { saysRefusal: true },
  )
  return (
    <Notice kind="ok">
      <p>
        <Trans>
          Forms {numbers[0]} to {numbers.at(-1)} are ready.
        </Trans>
      </p>
      <Button variant="primary" pending={pdf.isPending} onClick={() => pdf.open()}>
        <PrinterIcon />
        <Trans>Open the PDF</Trans>
      </Button>
    </Notice>
  )
}

function PrintForms({ onMade }: { onMade: (numbers: readonly number[]) => void }) {
  const dialog = useFormDialog(addDowntimeForms, {
    says: false,
    onDone: ({ numbers }) => {
      onMade(numbers)
      close()
    },
  })
  return (
    <>
      <Button variant="primary" onClick={dialog.show}>
        <PrinterIcon />
        <Trans>Print forms</Trans>
      </Button>
      <DialogForm {...dialog} title={t`Print downtime forms`} submit={t`Create forms`} leave={t`Cancel`}>
        <p>
          <Trans>Each form has five labels with reserved sample numbers.</Trans>
        </p>
        <TextField
          name="count"
          label={t`How many`}
          type="number"
          inputMode="numeric"
          min={1}
          max={mostForms}
          required
          defaultValue={20}
          data-first-focus=""
        />
        <SiteField />
      </DialogForm>
    </>
  )
}
