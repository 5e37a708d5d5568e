import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { receiveSample } from '#contract/bench.ts'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { spaced } from '../../../lib/accession.ts'
import { Screen } from '../../../screen/screen.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { RackDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { beep } from '../bench/beep.ts'
import { Bench } from '../bench/bench.tsx'
import type { Found } from '../bench/scan-bar.tsx'

/** What a scan came to; those that went wrong stay in sight until somebody has seen to them. */
type Scan = { turn: number; code: string; accession: string | null; good: boolean; text: string }

/** Tubes that have come, one scan after the other: each is received, said and heard. */
export function ReceiveScreen() {
  const turns = useRef(0)
  const [place, setPlace] = useState('')
  const [scans, setScans] = useState<readonly Scan[]>([])
  const note = (scan: Omit<Scan, 'turn'>) => {
    beep(scan.good ? 'good' : 'bad')
    const turn = ++turns.current
    setScans((before) => [{ ...scan, turn }, ...before])
  }
  const found = ({ kind, id }: Found) => {
    if (kind === 'visit') {
      note({
        code: id,
        accession: null,
        good: false,
        text: t`This is not a sample, but a visit, or a tube that is not collected yet.`,
      })
      return true
    }
    void call(receiveSample, { params: { accession: id }, body: place ? { storagePlace: place } : {} })
      .then(({ sample }) => {
        const text = `${sample.patient.fullName}, ${sample.tests.join(', ') || sample.tube}`
        note({ code: id, accession: id, good: true, text })
      })
      .catch((error: unknown) => {
        note({ code: id, accession: id, good: false, text: errorText(error, t`This could not be received.`) })
      })
    return true
  }
  const bad = scans.filter(({ good }) => !good)
  const [latest] = scans
  return (
    <Bench
      scanHint={t`Scan one tube after the other: each is received at once.`}
      onFound={found}
      onFailed={(code, text) => note({ code, accession: null, good: false, text })}
    >
      <Screen
        title={t`Receive samples`}
        about={
          scans.length > 0 && bad.length > 0
            ? t`${scans.length - bad.length} received, ${bad.length} not received`
            : t`${scans.length} received`
        }
      >
        <p className="visually-hidden" role="status">
          {latest && `${latest.good ? t`Received` : t`Not received`}: ${latest.text}`}
        </p>
        <div className="mb-4 max-w-105">
          <TextField
            name="place"
            label={t`Store them in`}
            optional
            maxLength={80}
            placeholder={t`Rack 7`}
            hint={t`Recorded as the storage place of every tube that you receive from now on.`}
            value={place}
            onChange={(event) => setPlace(event.currentTarget.value)}
          />
        </div>
        {scans.length === 0 ? (
          <EmptyState
            picture={<RackDrawing />}
            title={
              <h2>
                <Trans>Nothing scanned yet</Trans>
              </h2>
            }
            about={t`You can scan anywhere on this screen. Received samples are listed here. Problems stay until you dismiss them.`}
          />
        ) : (
          <ul className="border-t border-t-line-strong" aria-label={t`Scanned tubes, the latest first`}>
            {[...bad, ...scans.filter(({ good }) => good)].map((scan) => (
              <li
                key={scan.turn}
                className={
                  scan.good
                    ? 'grid min-h-target grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b py-1 max-sm:grid-cols-1 max-sm:justify-items-start'
                    : 'grid min-h-target grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-s-4 border-s-carmine border-b border-b-line py-1 ps-3 max-sm:grid-cols-1 max-sm:justify-items-start'
                }
              >
                <Badge tone={scan.good ? 'ok' : 'danger'}>{scan.good ? t`Received` : t`Not received`}</Badge>
                <span className="wrap-anywhere min-w-0">
                  {scan.accession ? (
                    <Link to="/sample/$accession" params={{ accession: scan.accession }} className="figures">
                      {spaced(scan.accession)}
                    </Link>
                  ) : (
                    <span className="figures">{scan.code}</span>
                  )}{' '}
                  {scan.text}
                </span>
                {!scan.good && (
                  <button
                    type="button"
                    className="min-h-target rounded border border-line-strong bg-card px-3"
                    onClick={() => setScans((before) => before.filter(({ turn }) => turn !== scan.turn))}
                  >
                    <Trans>
                      Dismiss
                      <span className="visually-hidden"> {scan.code}</span>
                    </Trans>
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Screen>
    </Bench>
  )
}
