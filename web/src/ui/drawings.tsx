import type { ReactNode } from 'react'

/**
 * Line drawings of the laboratory's own things on a field of 160 × 120: one stroke weight, one accent (what is in the
 * glass). They stand beside words and are hidden from screen readers.
 */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      className="block h-auto w-full fill-none stroke-2 stroke-ink stroke-round"
      viewBox="0 0 160 120"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** A round-bottomed tube with its cap, standing at x, y (top of the cap), filled to a share of its glass. */
function Tube({ x, y, cap, fill = 0.6 }: { x: number; y: number; cap?: string | undefined; fill?: number }) {
  const top = y + 14
  const bottom = y + 74
  const level = bottom - (bottom - top) * fill
  return (
    <>
      {fill > 0 && (
        <path className="fill-agar stroke-none" d={`M${x + 2} ${level}h14V${bottom - 8}a7 7 0 0 1-14 0z`} />
      )}
      <path d={`M${x} ${top}v${bottom - top - 9}a9 9 0 0 0 18 0V${top}`} />
      {cap && <rect className={cap} x={x - 3} y={y} width="24" height="14" rx="3" />}
      {!cap && <path d={`M${x - 3} ${top}h24`} />}
    </>
  )
}

function Bench() {
  return <path className="stroke-line-strong" d="M14 108h132" />
}

export function TubeDrawing() {
  return (
    <Drawing>
      <circle className="fill-vial-soft stroke-none" cx="80" cy="60" r="50" />
      <Tube x={71} y={20} cap={'fill-cap-sst'} />
      <path className="stroke-line-strong" d="M96 56h7M96 66h11M96 76h7" />
    </Drawing>
  )
}

export function RackDrawing() {
  return (
    <Drawing>
      <rect className="fill-vial-soft stroke-none" x="20" y="46" width="120" height="62" rx="8" />
      <Tube x={38} y={14} cap={'fill-cap-edta'} fill={0.7} />
      <Tube x={71} y={14} cap={'fill-cap-sst'} fill={0.55} />
      <Tube x={104} y={14} cap={'fill-cap-citrate'} fill={0.75} />
      <path d="M24 58h8m30 0h3m30 0h3m30 0h8M24 58v50M136 58v50M24 96h112" />
      <Bench />
    </Drawing>
  )
}

/** A place in the rack that nothing stands in: nothing found. */
export function EmptyTubeDrawing() {
  return (
    <Drawing>
      <rect className="fill-vial-soft stroke-none" x="20" y="46" width="120" height="62" rx="8" />
      <Tube x={38} y={14} cap={'fill-cap-edta'} fill={0.7} />
      <path className="stroke-line-strong" strokeDasharray="4 5" d="M71 34v46a9 9 0 0 0 18 0V34z" />
      <Tube x={104} y={14} cap={'fill-cap-citrate'} fill={0.75} />
      <path d="M24 58h8m30 0h36m30 0h8M24 58v50M136 58v50M24 96h112" />
      <Bench />
    </Drawing>
  )
}

export function TippedTubeDrawing() {
  return (
    <Drawing>
      <circle className="fill-vial-soft stroke-none" cx="80" cy="60" r="50" />
      <path
        className="fill-agar stroke-none"
        d="M92 106c2-5 9-8 18-7 8-4 20-1 23 3 4 3-1 5-6 5H96c-3 0-5 0-4-1z"
      />
      <g transform="rotate(108 74 84)">
        <Tube x={65} y={34} fill={0.45} />
      </g>
      <Bench />
    </Drawing>
  )
}

export function ChairDrawing() {
  return (
    <Drawing>
      <path className="fill-vial-soft stroke-none" d="M52 24h26l6 40h34a8 8 0 0 1 8 8v12H66z" />
      <path d="M50 26c-1-6 3-10 9-10h10c5 0 8 3 9 8l6 38h30a8 8 0 0 1 8 8v10H66a8 8 0 0 1-8-7z" />
      <path d="M84 62h24M96 80v18M76 108h40M96 98l-14 10M96 98l14 10" />
      <rect className="fill-agar stroke-none" x="86" y="42" width="44" height="10" rx="5" />
      <path d="M100 52v10" />
      <rect x="86" y="42" width="44" height="10" rx="5" />
      <Bench />
    </Drawing>
  )
}

export function MicroscopeDrawing() {
  return (
    <Drawing>
      <circle className="fill-vial-soft stroke-none" cx="80" cy="60" r="50" />
      <path d="M86 28c26 0 40 16 40 38 0 18-11 29-26 38" />
      <rect className="fill-card" x="62" y="18" width="24" height="38" rx="4" />
      <path d="M67 10h14M67 56v10h14V56M48 84h56M44 104h72" />
      <rect className="fill-agar stroke-none" x="62" y="77" width="24" height="5" rx="2.5" />
      <path className="stroke-line-strong" d="M62 28h24" />
    </Drawing>
  )
}

export function TicketDrawing() {
  return (
    <Drawing>
      <path
        className="fill-card"
        d="M22 34h116v18a9 9 0 0 0 0 18v18H22V70a9 9 0 0 0 0-18z"
        transform="rotate(-5 80 60)"
      />
      <g transform="rotate(-5 80 60)">
        <path className="stroke-line-strong" strokeDasharray="3 6" d="M100 38v46" />
        <path d="M36 50h40M36 61h52M36 72h26" />
        <circle className="fill-agar stroke-none" cx="117" cy="61" r="9" />
        <path className="stroke-on-agar" d="m113 61 3 3 5-6" />
      </g>
    </Drawing>
  )
}

export function CalendarDrawing() {
  return (
    <Drawing>
      <rect className="fill-card" x="34" y="24" width="92" height="82" rx="8" />
      <path className="fill-vial-soft stroke-none" d="M36 44h88v-12a6 6 0 0 0-6-6H42a6 6 0 0 0-6 6z" />
      <path d="M34 44h92M56 16v14M104 16v14" />
      <path
        className="stroke-line-strong"
        d="M50 58h10M75 58h10M100 58h10M50 74h10M100 74h10M50 90h10M75 90h10"
      />
      <rect className="fill-agar stroke-none" x="69" y="66" width="22" height="16" rx="4" />
      <path className="stroke-on-agar" d="m75 74 4 4 7-8" />
    </Drawing>
  )
}

export function LetterDrawing() {
  return (
    <Drawing>
      <circle className="fill-vial-soft stroke-none" cx="80" cy="60" r="50" />
      <rect className="fill-card" x="38" y="34" width="84" height="58" rx="6" />
      <path d="m40 38 40 32 40-32M39 90l30-28M121 90 91 62" />
      <circle className="fill-agar stroke-none" cx="120" cy="34" r="11" />
      <path className="stroke-on-agar" d="m115 34 4 4 6-7" />
    </Drawing>
  )
}

/** A door that stays shut for this account. */
export function LockedCabinetDrawing() {
  return (
    <Drawing>
      <rect className="fill-card" x="42" y="14" width="76" height="94" rx="6" />
      <path className="fill-vial-soft stroke-none" d="M48 20h64v40H48z" />
      <path d="M42 62h76M58 56V36a4 4 0 0 1 8 0v20M76 56V32a4 4 0 0 1 8 0v24M94 56V38a4 4 0 0 1 8 0v18" />
      <rect className="fill-agar stroke-none" x="68" y="80" width="24" height="18" rx="4" />
      <path d="M73 80v-5a7 7 0 0 1 14 0v5" />
      <path className="stroke-on-agar" d="M80 87v5" />
      <Bench />
    </Drawing>
  )
}
