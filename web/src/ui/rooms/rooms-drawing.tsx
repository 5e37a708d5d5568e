import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { capFills } from '../tube-caps.ts'
import { useMedia } from '../use-media.ts'
import {
  type Figure,
  layOut,
  type Placed,
  place,
  type RoomPlan,
  seatAt,
  type Token,
  type Tone,
} from './rooms-layout.ts'

/**
 * A floor plan with the people and tubes in each room; a token that changes rooms moves visibly. Without `press`, the drawing is
 * hidden from screen readers, since the content beside it says the same. With `press`, each token is a button, and the arrow keys
 * move the focus between them.
 */
export function RoomsDrawing<Room extends string>({
  rooms,
  tokens,
  seats,
  press,
}: {
  rooms: readonly RoomPlan<Room>[]
  tokens: readonly Token<Room>[]
  /** The room that has seats, and their number. */
  seats: { room: Room; count: number }
  press?: { label: string; nameOf: (key: string) => string; onPress: (key: string) => void }
}) {
  const narrow = useMedia('(max-width: 700px)')
  const layout = layOut(rooms, narrow)
  const { placed, more } = place(tokens, layout, seats.count)
  const count = (room: Room) => tokens.filter((token) => token.room === room).length
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is either a group with a label or hidden.
    <svg
      className="block h-auto w-full"
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      {...(press ? { role: 'group', 'aria-label': press.label } : { 'aria-hidden': true })}
    >
      {rooms.map(({ key, name }) => {
        const box = layout.boxes[key]
        const unseen = more.get(key) ?? 0
        return (
          <g key={key}>
            <rect
              className="fill-sunk stroke-line forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
              {...box}
              rx="8"
            />
            <text className="fill-ink-soft font-600 text-[14px]" x={box.x + 12} y={box.y + 26}>
              {name}
            </text>
            <text
              className="fill-ink font-700 text-[16px] tabular-nums"
              x={box.x + box.width - 12}
              y={box.y + 26}
              textAnchor="end"
            >
              {count(key)}
            </text>
            {unseen > 0 && (
              <text
                className="fill-ink-soft text-xs"
                x={box.x + box.width - 12}
                y={box.y + box.height - 6}
                textAnchor="end"
              >
                <Trans>and {unseen} more</Trans>
              </text>
            )}
          </g>
        )
      })}
      {Array.from({ length: seats.count }, (_, index) => {
        const { x, y } = seatAt(layout.boxes[seats.room], index + 1, seats.count)
        return (
          <path
            key={`seat ${x} ${y}`}
            className="fill-none stroke-[1.75] stroke-line-strong [stroke-linecap:round] forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
            d={`M${x - 12} ${y - 10}v20h24v-20M${x - 12} ${y + 10}v8M${x + 12} ${y + 10}v8`}
          />
        )
      })}
      {press ? (
        <Buttons placed={placed} {...press} />
      ) : (
        placed.map((token) => (
          <g key={token.key} {...at(token)}>
            <Drawn figure={token.figure} />
          </g>
        ))
      )}
    </svg>
  )
}

/** The legend: the meaning of the tones, then further notes as `children`. */
export function RoomsLegend({
  names,
  children,
}: {
  names: Readonly<Record<Tone, string>>
  children: ReactNode
}) {
  return (
    <p className="hint mt-2 flex flex-wrap gap-x-4 gap-y-1">
      {(['strong', 'soft', 'urgent'] as const).map((tone) => (
        <span key={tone} className="inline-flex items-center gap-1">
          <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
            <Person tone={tone} />
          </svg>
          {names[tone]}
        </span>
      ))}
      <span>{children}</span>
    </p>
  )
}

const at = ({ x, y }: { x: number; y: number }) => ({
  className: 'transition-transform duration-300 motion-reduce:transition-none',
  style: { transform: `translate(${x}px, ${y}px)` },
})

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The tokens as buttons with a roving tab index: the Tab key stops at one of them only. */
function Buttons<Room extends string>({
  placed,
  nameOf,
  onPress,
}: {
  placed: readonly Placed<Room>[]
  nameOf: (key: string) => string
  onPress: (key: string) => void
}) {
  const [current, setCurrent] = useState<string | null>(null)
  const stop = placed.some(({ key }) => key === current) ? current : placed[0]?.key
  const heard = (event: KeyboardEvent<SVGGElement>, key: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onPress(key)
      return
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const all = [...(event.currentTarget.parentElement?.querySelectorAll<SVGGElement>('[role=button]') ?? [])]
    const index = all.indexOf(event.currentTarget)
    all[(index + step + all.length) % all.length]?.focus()
  }
  return placed.map((token) => (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot be drawn in an SVG.
    <g
      key={token.key}
      {...at(token)}
      className="group cursor-pointer transition-transform duration-300 focus-visible:outline-none motion-reduce:transition-none"
      role="button"
      aria-label={nameOf(token.key)}
      tabIndex={token.key === stop ? 0 : -1}
      onFocus={() => setCurrent(token.key)}
      onClick={() => onPress(token.key)}
      onKeyDown={(event) => heard(event, token.key)}
    >
      <rect
        className="fill-transparent group-hover:fill-vial-soft group-focus-visible:stroke-3 group-focus-visible:stroke-focus forced-colors:group-focus-visible:stroke-[Highlight]"
        x="-13"
        y="-13"
        width="26"
        height="26"
        rx="6"
      />
      <Drawn figure={token.figure} />
    </g>
  ))
}

function Drawn({ figure }: { figure: Figure }) {
  return figure.kind === 'person' ? <Person tone={figure.tone} /> : <Tube cap={figure.cap} />
}

const fills: Readonly<Record<Tone, string>> = {
  soft: 'fill-ink-soft',
  strong: 'fill-vial',
  urgent: 'fill-carmine',
}

function Person({ tone }: { tone: Tone }) {
  return (
    <g className={classNames('forced-colors:fill-[CanvasText]', fills[tone])}>
      <circle cy="-4" r="4.5" />
      <path d="M-8 9a8 8 0 0 1 16 0z" />
      {tone === 'urgent' && (
        <path
          className="stroke-[1.5] stroke-on-carmine forced-colors:stroke-[Canvas]"
          d="M0 2v5M-2.5 4.5h5"
        />
      )}
    </g>
  )
}

function Tube({ cap }: { cap: Extract<Figure, { kind: 'tube' }>['cap'] }) {
  return cap === 'container' ? (
    <path
      className="fill-agar-soft stroke-[1.25] stroke-ink-soft forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
      d="M-5-6H5M-4-4h8v11h-8z"
    />
  ) : (
    <g>
      <path
        className="fill-card stroke-[1.25] stroke-ink-soft forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
        d="M-3.5-4V5a3.5 3.5 0 0 0 7 0V-4z"
      />
      <rect className={capFills[cap]} x="-4.5" y="-9" width="9" height="5" rx="1" />
    </g>
  )
}
