import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { makeHealthCard } from '#contract/health-cards.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { saveFile } from '../../../ui/save-file.ts'

/** A signed card of the values, for a wallet on the phone. */
export function HealthCard({ id }: { id: string }) {
  const make = useCall(() => call(makeHealthCard, { params: { id } }), {
    saysRefusal: true,
    onDone: ({ file }) =>
      saveFile(new Blob([file], { type: 'application/smart-health-card' }), 'results.smart-health-card'),
  })
  const address = `${location.host}/check-card`
  return (
    <Card title={t`A health card of these results`} className="mb-6">
      <p className="mb-4 max-w-[68ch] text-ink-soft">
        <Trans>
          A SMART Health Card has your name, your date of birth and the values, signed by the laboratory. Keep
          it in an app for health cards and show it to anyone you choose, also without a connection. You
          cannot take it back from somebody who has a copy.
        </Trans>
      </p>
      <Button pending={make.isPending} onClick={() => make.mutate()}>
        <Trans>Save a health card</Trans>
      </Button>
      <p className="mt-4 max-w-[68ch] text-ink-soft">
        <Trans>
          Whoever you show it to can <Link to="/check-card">check the card</Link> at {address}.
        </Trans>
      </p>
      <div className="mt-4" role="status">
        {make.data && (
          <>
            <p>
              {make.data.qr === null
                ? t`The file is saved. The card is too long for a QR code.`
                : t`The file is saved. The QR code has the same card:`}
            </p>
            {make.data.qr !== null && (
              <img
                src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(make.data.qr)}`}
                alt={t`QR code of your health card`}
                className="mt-3 w-75 max-w-full rounded border"
              />
            )}
          </>
        )}
      </div>
    </Card>
  )
}
