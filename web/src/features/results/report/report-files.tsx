import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createContext, useContext } from 'react'
import type { ReportContent } from '#contract/reports.ts'
import { errorText } from '../../../api/api-error.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { savePdf } from './save-pdf.ts'

/** Reads a file that is embedded in the PDF of the shown report; null: the screen only names its files. */
export const ReadFile = createContext<((file: string) => Promise<unknown>) | null>(null)

type File = ReportContent['tests'][number]['attachments'][number]

/** The attached files of a test. Pictures are pages of the PDF; embedded files are downloaded, since many phones do not show them. */
export function ReportFiles({ files }: { files: readonly File[] }) {
  const read = useContext(ReadFile)
  const shown = files.filter(({ picture }) => picture !== null || read === null)
  const names = shown.map(({ name }) => name).join(', ')
  return (
    <>
      {names !== '' && (
        <p>
          <Trans>The PDF of this report has attached files: {names}.</Trans>
        </p>
      )}
      {read !== null && (
        <ul className="mt-3 flex flex-wrap gap-2" aria-label={t`Attached files`}>
          {files.map(
            (file) => file.picture === null && <EmbeddedFile key={file.id} file={file} read={read} />,
          )}
        </ul>
      )}
    </>
  )
}

function EmbeddedFile({
  file: { id, name },
  read,
}: {
  file: File
  read: (file: string) => Promise<unknown>
}) {
  const save = useCall(async () => savePdf(await read(id), name), {
    says: false,
    saysRefusal: (error) => errorText(error, t`The file could not be loaded. Try again.`),
  })
  return (
    <li>
      <Button pending={save.isPending} pendingText={t`Loading...`} onClick={() => save.mutate()}>
        <DownloadIcon />
        <span className="wrap-anywhere">
          <Trans>Download {name}</Trans>
        </span>
      </Button>
    </li>
  )
}
