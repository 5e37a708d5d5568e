import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import type { BodyInput } from '#contract/endpoint.ts'
import { cellCounts } from '#contract/printed-unit.ts'
import { reportPages } from '#contract/report-pages.ts'
import {
  changeAccreditationMark,
  changeReportSettings,
  largestPicture,
  previewReport,
  removeAccreditationMark,
  settings,
} from '#contract/settings.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { writeCellCounts } from '../../lib/units.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormFieldsContext } from '../../ui/form-fields.ts'
import { Notice } from '../../ui/notice.tsx'
import { PartForm } from './part-form.tsx'
import { PictureCard } from './picture-card.tsx'
import { Signatories } from './signatories.tsx'

type Fields = BodyInput<typeof previewReport>

/** What reports say beside the results, who signs them, and how they are given to people without an account. */
export function ReportSettingsScreen() {
  const { data } = useSuspenseQuery(queryFor(settings))
  return (
    <div className="stack gap-6">
      <PartForm
        title={t`Reports`}
        scope="reports"
        part={data.reports}
        endpoint={changeReportSettings}
        onDone={({ cellCounts: written }) => writeCellCounts(written)}
      >
        <SelectField
          name="cellCounts"
          label={t`Cell counts`}
          hint={t`On every screen and on reports from now on. The number is the same, for example 6.1 10³/µL and 6.1 10⁹/L.`}
          options={Object.entries(cellCounts).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          name="page"
          label={t`Page`}
          options={Object.entries(reportPages).map(([value, label]) => ({ value, label }))}
        />
        <TextField
          name="head"
          label={t`Header line`}
          hint={t`Below the name and the address, on every page. For example the licence of the laboratory.`}
          optional
          maxLength={160}
        />
        <TextField name="foot" label={t`Footer line`} optional maxLength={160} />
        <TextField
          name="accreditation"
          label={t`Accreditation`}
          hint={t`As printed at the top of reports, for example ISO 15189, No. M-123.`}
          optional
          maxLength={160}
        />
        <CheckboxField
          name="sendResultLinks"
          label={t`Send a link by SMS at the release to patients without an account and guests who gave a phone number`}
        />
        <p className="text-ink-soft">
          <Trans>
            The link opens with the date of birth, or with the code of a collection slip. Patients with
            neither get no link.
          </Trans>
        </p>
        <Preview />
      </PartForm>
      <PictureCard
        title={t`Accreditation mark`}
        isSet={data.hasAccreditationMark}
        shown={
          <p>{data.hasAccreditationMark ? t`A picture is set. The preview shows it.` : t`There is none.`}</p>
        }
        about={t`A PNG or JPEG of up to ${Math.round(largestPicture / 1024)} kB, at the end of reports from now on.`}
        save={(file) =>
          file ? call(changeAccreditationMark, { body: file }) : call(removeAccreditationMark)
        }
      />
      <Signatories />
    </div>
  )
}

/** Shows a made-up report with what the fields hold now. Nothing is saved. */
function Preview() {
  const form = useContext(FormFieldsContext)
  const preview = usePdf((body: Fields) => call(previewReport, { body }), 'preview.pdf')
  return (
    <div>
      {preview.error && (
        <Notice kind="error" role="alert">
          <p>
            <Trans>The preview could not be made. {preview.error.message}</Trans>
          </p>
        </Notice>
      )}
      <Button
        pending={preview.isPending}
        onClick={() => {
          if (form) preview.open(form.held() as Fields)
        }}
      >
        <Trans>Show a preview</Trans>
      </Button>
    </div>
  )
}
