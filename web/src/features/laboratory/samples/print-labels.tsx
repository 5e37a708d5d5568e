import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { type LabelFormat, openLabels } from './open-labels.ts'

/** Opens the labels as a PDF, for a label printer or on a sheet. */
export function PrintLabels({
  accessions,
  awaited = false,
}: {
  accessions: readonly string[]
  awaited?: boolean
}) {
  const print = useCall(
    ({ format, tab }: { format: LabelFormat; tab: Window | null }) => openLabels(accessions, format, tab),
    { says: false, saysRefusal: true },
  )
  const open = (format: LabelFormat) => print.mutate({ format, tab: window.open('', '_blank') })
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {awaited ? (
        // Beside those of samples that are there, whose key it is.
        <Button pending={print.isPending} onClick={() => open('label')}>
          <Trans>Print the waiting labels</Trans>
        </Button>
      ) : (
        <>
          <KeyButton shortcut="L" pending={print.isPending} onPress={() => open('label')}>
            {t`Print labels`}
          </KeyButton>
          <Button disabled={print.isPending} onClick={() => open('a4')}>
            <Trans>Print on an A4 sheet</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
