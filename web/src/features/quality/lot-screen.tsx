import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ControlLotDetail } from '#contract/quality.ts'
import { lotStateLabels } from '#contract/quality-rules.ts'
import { dayWithoutWeekday } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { useAddress } from '../../screen/address.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { AnswerNotice } from './answer-notice.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { sayExpiry } from './control-words.ts'
import { lotAddress, noAnalyser } from './lot-search.ts'
import { lotQuery } from './quality-queries.ts'
import { RunForm } from './run-form.tsx'

/** One lot: measure it, see how each analyte stands, and answer for what is out of control. */
export function LotScreen({
  id,
  analyte,
  zone,
  mayPrepare,
}: {
  id: string
  /** Whose chart is shown; the first that is out of control, else the first, when nobody chose. */
  analyte: string | undefined
  zone: string
  mayPrepare: boolean
}) {
  const { data: lot } = useSuspenseQuery(lotQuery(id))
  const [, setAddress] = useAddress(lotAddress)
  const shown =
    lot.targets.find((target) => target.analyte === analyte) ??
    lot.targets.find(({ state }) => state === 'out') ??
    lot.targets[0]
  return (
    <Screen
      rhythm="cards"
      title={`${lot.material.name}, ${lot.level}`}
      about={<LotFacts lot={lot} />}
      action={
        mayPrepare && (
          <Link to="/quality/set-up/$lotId" params={{ lotId: id }} className={buttonClass()}>
            <Trans>Targets and life of the lot</Trans>
          </Link>
        )
      }
    >
      {lot.status === 'open' &&
        lot.targets.map(({ name, lines }) =>
          lines.map((line) => (
            <AnswerNotice
              key={`${line.analyser?.id} ${line.unanswered}`}
              name={name}
              line={line}
              zone={zone}
            />
          )),
        )}
      <div className="grid grid-cols-[minmax(330px,2fr)_minmax(0,3fr)] items-start gap-8 max-2xl:grid-cols-1 max-2xl:gap-4 print:block">
        <section className="min-w-0 print:hidden" aria-labelledby="measure">
          <h2 className="mb-3 text-l" id="measure">
            <Trans>Enter control values</Trans>
          </h2>
          <RunForm
            lot={lot}
            zone={zone}
            shown={shown?.analyte}
            onSaved={(analyser) => setAddress({ analyte: shown?.analyte, analyser: analyser ?? noAnalyser })}
          />
        </section>
        {shown && <ChartPanel key={shown.analyte} lot={lot} target={shown} zone={zone} />}
      </div>
    </Screen>
  )
}

function LotFacts({ lot }: { lot: ControlLotDetail }) {
  const { number, material, status, expiresOn, otherLots } = lot
  const expiry = sayExpiry(lot)
  return (
    <>
      {[t`Lot ${number}`, material.manufacturer].filter(Boolean).join(', ')}.{' '}
      {translated(lotStateLabels[status])}.{' '}
      {expiry ? (
        <Badge tone={lot.expiry === 'expired' ? 'danger' : 'warning'}>{expiry}</Badge>
      ) : (
        t`Expires on ${dayWithoutWeekday(expiresOn)}.`
      )}{' '}
      {otherLots.length > 0 && t`Other levels:`}
      {otherLots.map((other, index) => (
        <span key={other.id}>
          {index === 0 ? ' ' : ', '}
          <Link to="/quality/$lotId" params={{ lotId: other.id }} search={{}}>
            {other.level}
          </Link>
        </span>
      ))}
    </>
  )
}
