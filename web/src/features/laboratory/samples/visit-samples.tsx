import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { receiveSample, type Sample } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'
import { spaced } from '../../../lib/accession.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { When } from '../../../ui/when.tsx'
import { sampleLabels, sampleTones } from '../bench/task-words.ts'
import { PrintLabels } from './print-labels.tsx'
import { RejectButton } from './reject-button.tsx'
import { TubeCap } from './tube-cap.tsx'
import { whyNotSample } from './why-not-sample.ts'

/** What a visit has given so far. */
export function VisitSamples({ samples, zone }: { samples: readonly Sample[]; zone: string }) {
  const usable = samples.filter(({ status }) => status === 'collected' || status === 'received')
  return (
    <Card aria-labelledby="samples">
      <h2 id="samples" className="heading-row" tabIndex={-1}>
        <Trans>Samples</Trans>
      </h2>
      <ul className="border-t">
        {samples.map((sample) => (
          <SampleEntry key={sample.id} sample={sample} zone={zone} />
        ))}
      </ul>
      {usable.length > 0 && <PrintLabels accessions={usable.map(({ accession }) => accession)} />}
    </Card>
  )
}

function SampleEntry({ sample, zone }: { sample: Sample; zone: string }) {
  const receive = useCall(() => call(receiveSample, { params: { accession: sample.accession } }), {
    saysRefusal: true,
  })
  return (
    <li className="grid grid-cols-[30px_minmax(0,1fr)_auto] gap-x-3 gap-y-2 border-b py-3 max-sm:grid-cols-[30px_minmax(0,1fr)]">
      <TubeCap tube={sample.tube} size={48} />
      <div className="min-w-0">
        <Link
          to="/sample/$accession"
          params={{ accession: sample.accession }}
          className="me-2 inline-flex min-h-7 items-center font-650 tabular-nums"
        >
          {spaced(sample.accession)}
        </Link>{' '}
        <Badge tone={sampleTones[sample.status]}>{sampleLabels[sample.status]}</Badge>
        <p>{sample.aliquotOf ? t`Aliquot of ${spaced(sample.aliquotOf)}` : sample.tests.join(', ')}</p>
        <p className="hint">{sample.tube}</p>
        <p className="hint">
          {sample.collectedBy}, <When at={sample.collectedAt} zone={zone} distance={false} />
          {sample.replaces && ` (${t`replaces ${spaced(sample.replaces)}`})`}
        </p>
        {sample.rejection && <p className="font-550 text-carmine">{sample.rejection}</p>}
      </div>
      {sample.status !== 'rejected' && sample.status !== 'discarded' && (
        <div className="flex items-start gap-2 max-sm:col-2">
          {sample.status === 'collected' && (
            <Button
              pending={receive.isPending}
              whyNot={whyNotSample(sample.status, 'received')}
              onClick={() => receive.mutate()}
            >
              <Trans>
                Receive
                <span className="visually-hidden"> {spaced(sample.accession)}</span>
              </Trans>
            </Button>
          )}
          <RejectButton sample={sample} zone={zone} />
        </div>
      )}
    </li>
  )
}
