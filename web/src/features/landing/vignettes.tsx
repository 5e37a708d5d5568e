import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

/** Small drawings of what each feature shows on its screen, on a field of 360 × 200. The words beside them say it. */

const week = [
  { day: t`Mon`, taken: 0.9 },
  { day: t`Tue`, taken: 0.55 },
  { day: t`Wed`, taken: 0.7 },
  { day: t`Thu`, taken: 0.35, chosen: true },
  { day: t`Fri`, taken: 1 },
]

/** A week of days, each filled as far as it is booked. */
export function BookingVignette() {
  return (
    <svg className="size-full max-w-105 stroke-round tabular-nums" viewBox="0 0 360 200" aria-hidden="true">
      {week.map(({ day, taken, chosen }, index) => {
        const x = 18 + index * 66
        return (
          <g key={day}>
            <rect
              className={chosen ? 'fill-card stroke-2 stroke-vial' : 'fill-card stroke-[1.5] stroke-line'}
              x={x}
              y="20"
              width="58"
              height="160"
              rx="8"
            />
            <text
              className={chosen ? 'fill-ink font-650 text-[14px]' : 'fill-ink font-500 text-[14px]'}
              x={x + 29}
              y="44"
              textAnchor="middle"
            >
              {day}
            </text>
            <path
              className="fill-none stroke-[1.75] stroke-line-strong"
              d={`M${x + 18} 58v84a11 11 0 0 0 22 0V58`}
            />
            <path
              className={chosen ? 'fill-agar' : 'fill-line-strong opacity-55'}
              d={`M${x + 20} ${150 - taken * 86}h18v${taken * 86 - 8}a9 9 0 0 1-18 0z`}
            />
            <text className="fill-ink-soft font-500 text-xs" x={x + 29} y="170" textAnchor="middle">
              {taken === 1 ? t`full` : t`${Math.round((1 - taken) * 20)} free`}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** Tickets in order, the reader's own with its range of minutes. */
export function QueueVignette() {
  return (
    <svg className="size-full max-w-105 stroke-round tabular-nums" viewBox="0 0 360 200" aria-hidden="true">
      <Ticket y={20} code="A 16" says={t`at chair 2`} />
      <Ticket y={68} code="A 17" says={t`next`} />
      <g transform="translate(-14 0)">
        <path
          className="fill-card stroke-2 stroke-vial"
          d="M44 118h300v18a9 9 0 0 0 0 18v18H44v-18a9 9 0 0 0 0-18z"
        />
        <text className="fill-vial font-700 text-[20px]" x="68" y="152">
          A 18
        </text>
        <text className="fill-ink font-650 text-[14px]" x="148" y="141">
          <Trans>You: 10–20 min</Trans>
        </text>
        <text className="fill-ink-soft font-500 text-xs" x="148" y="160">
          <Trans>1 person before you</Trans>
        </text>
      </g>
    </svg>
  )
}

function Ticket({ y, code, says }: { y: number; code: string; says: string }) {
  return (
    <g>
      <path
        className="fill-card stroke-[1.5] stroke-line"
        d={`M44 ${y}h272v12a8 8 0 0 0 0 16v12H44v-12a8 8 0 0 0 0-16z`}
      />
      <text className="fill-ink font-500 text-[14px]" x="68" y={y + 25}>
        {code}
      </text>
      <text className="fill-ink-soft font-500 text-xs" x="148" y={y + 25}>
        {says}
      </text>
    </g>
  )
}

export function MessageVignette() {
  return (
    <svg className="size-full max-w-105 stroke-round tabular-nums" viewBox="0 0 360 200" aria-hidden="true">
      <Message
        y={12}
        when={t`Mon 09:30`}
        title={t`Tomorrow, 09:30`}
        says={t`Your visit. Nothing to eat from 21:30.`}
      />
      <Message
        y={74}
        when={t`Tue 09:21`}
        title={t`You are next`}
        says={t`Please come to the waiting room.`}
      />
      <Message
        y={136}
        when={t`Tue 11:20`}
        title={t`Your results are ready`}
        says={t`Log in to read them.`}
        fresh
      />
    </svg>
  )
}

type MessageProps = { y: number; when: string; title: string; says: string; fresh?: boolean }

function Message({ y, when, title, says, fresh }: MessageProps) {
  return (
    <g>
      <rect
        className={fresh ? 'fill-card stroke-2 stroke-vial' : 'fill-card stroke-[1.5] stroke-line'}
        x="24"
        y={y}
        width="312"
        height="52"
        rx="8"
      />
      <circle className={fresh ? 'fill-agar' : 'fill-line-strong opacity-55'} cx="46" cy={y + 26} r="7" />
      <text className="fill-ink font-650 text-[14px]" x="66" y={y + 22}>
        {title}
      </text>
      <text className="fill-ink-soft font-500 text-xs" x="66" y={y + 40}>
        {says}
      </text>
      <text className="fill-ink-soft font-500 text-xs" x="322" y={y + 22} textAnchor="end">
        {when}
      </text>
    </g>
  )
}

const visitsByHour = [6, 14, 22, 19, 12, 9, 11, 13, 8, 4]
const waitByHour = [5, 12, 24, 21, 12, 8, 9, 11, 7, 4]

/** Visits by the hour as bars, the wait as a line, the target as a rule. */
export function AnalyticsVignette() {
  const x = (index: number) => 44 + index * 30
  const line = waitByHour.map((wait, index) => `${x(index) + 8} ${168 - wait * 5}`).join('L')
  return (
    <svg className="size-full max-w-105 stroke-round tabular-nums" viewBox="0 0 360 200" aria-hidden="true">
      <path className="fill-none stroke-[1.75] stroke-line-strong" strokeDasharray="3 6" d="M36 93h300" />
      <text className="fill-ink-soft font-500 text-xs" x="336" y="86" textAnchor="end">
        <Trans>target 15 min</Trans>
      </text>
      {visitsByHour.map((visits, index) => (
        <g key={x(index)}>
          <rect
            className="fill-vial opacity-24"
            x={x(index)}
            y={168 - visits * 5}
            width="16"
            height={visits * 5}
            rx="3"
          />
          {index % 3 === 0 && (
            <text className="fill-ink-soft font-500 text-xs" x={x(index) + 8} y="188" textAnchor="middle">
              {index + 7}:00
            </text>
          )}
        </g>
      ))}
      <path className="fill-none stroke-[2.5] stroke-vial" d={`M${line}`} />
      <circle className="fill-agar stroke-[2.5] stroke-sunk" cx={x(2) + 8} cy={168 - 24 * 5} r="5.5" />
      <text className="fill-ink font-650 text-[14px]" x={x(2) + 20} y="44">
        <Trans>24 min at 9:00</Trans>
      </text>
      <path className="fill-none stroke-[1.75] stroke-line-strong" d="M36 168h300" />
    </svg>
  )
}
