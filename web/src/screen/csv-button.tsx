import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorText } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useCall } from './use-call.ts'

/** A list as it is filtered, all of its pages, as a CSV file: `read` calls an endpoint that writes one. */
export function CsvButton({ name, read }: { name: string; read: () => Promise<Response> }) {
  const take = useCall(async () => saveFile(await (await read()).blob(), `${name}.csv`), {
    saysRefusal: (error) => errorText(error, t`The list could not be loaded. Try again.`),
  })
  return (
    <div className="mb-4">
      <Button pending={take.isPending} onClick={() => take.mutate()}>
        <Trans>Download as CSV</Trans>
      </Button>
    </div>
  )
}
