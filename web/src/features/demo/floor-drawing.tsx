import css from './floor-drawing.module.css'
import { chairAt, type Layout, place } from './floor-layout.ts'
import { type Floor, type Room, rooms } from './follow-day.ts'

const names: Record<Room, string> = {
  waiting: 'Waiting room',
  chairs: 'Collection',
  transport: 'On the way',
  bench: 'Bench',
  release: 'Second look',
}

const caps: Readonly<Record<string, string | undefined>> = {
  EDTA: css.edta,
  Fluoride: css.fluoride,
  SST: css.sst,
}
const people: Readonly<Record<string, string | undefined>> = {
  stat: css.stat,
  appointment: css.appointment,
  'walk-in': css.walkIn,
}

/** The floor from above. Hidden from screen readers: the sentence beside it says the same. */
export function FloorDrawing({ floor, chairs, layout }: { floor: Floor; chairs: number; layout: Layout }) {
  const counts = (room: Room) => floor.tokens.filter((token) => token.room === room).length
  return (
    <svg className={css.floor} viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
      {rooms.map((room) => {
        const box = layout.boxes[room]
        return (
          <g key={room}>
            <rect className={css.room} {...box} rx="8" />
            <text className={css.name} x={box.x + 12} y={box.y + 26}>
              {names[room]}
            </text>
            <text className={css.count} x={box.x + box.width - 12} y={box.y + 26} textAnchor="end">
              {counts(room)}
            </text>
          </g>
        )
      })}
      {Array.from({ length: chairs }, (_, index) => {
        const { x, y } = chairAt(layout.boxes.chairs, index + 1, chairs)
        return (
          <path
            key={`chair ${x} ${y}`}
            className={css.chair}
            d={`M${x - 12} ${y - 10}v20h24v-20M${x - 12} ${y + 10}v8M${x + 12} ${y + 10}v8`}
          />
        )
      })}
      {place(floor.tokens, layout, chairs).map((token) => (
        <g
          key={token.key}
          className={css.token}
          style={{ transform: `translate(${token.x}px, ${token.y}px)` }}
        >
          {token.kind === 'person' ? <Person looks={token.looks} /> : <Sample looks={token.looks} />}
        </g>
      ))}
    </svg>
  )
}

function Person({ looks }: { looks: string }) {
  return (
    <g className={people[looks]}>
      <circle cy="-4" r="4.5" />
      <path d="M-8 9a8 8 0 0 1 16 0z" />
      {looks === 'stat' && <path className={css.mark} d="M0 2v5M-2.5 4.5h5" />}
    </g>
  )
}

function Sample({ looks }: { looks: string }) {
  const cap = caps[looks]
  return cap === undefined ? (
    <path className={css.pot} d="M-5-6H5M-4-4h8v11h-8z" />
  ) : (
    <g>
      <path className={css.glass} d="M-3.5-4V5a3.5 3.5 0 0 0 7 0V-4z" />
      <rect className={cap} x="-4.5" y="-9" width="9" height="5" rx="1" />
    </g>
  )
}
