import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { clinicManifestPaper, readClinicManifest } from '#contract/manifests.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { Screen } from '../../screen/screen.tsx'
import { usePdf } from '../../screen/use-pdf.ts'
import { Button } from '../../ui/button.tsx'
import { PrinterIcon } from '../../ui/icons.tsx'
import { BoxState } from './box-columns.tsx'
import { BoxFacts } from './box-facts.tsx'

/** A box that the facility has sent. */
export function BoxScreen({ id }: { id: string }) {
  const { data: box } = useSuspenseQuery(queryFor(readClinicManifest, { params: { id } }))
  const paper = usePdf(() => call(clinicManifestPaper, { params: { id } }), `box-${box.code}.pdf`)
  return (
    <Screen
      rhythm="cards"
      title={t`Box ${box.code}`}
      state={<BoxState box={box} />}
      action={
        <Button variant="primary" pending={paper.isPending} onClick={() => paper.open()}>
          <PrinterIcon size={18} />
          <Trans>Print the list</Trans>
        </Button>
      }
    >
      <BoxFacts box={box} />
    </Screen>
  )
}
