import { capFills } from '../../ui/tube-caps.ts'

const blood = '#96302b'

/** Three tubes in their true caps, labelled as the bench labels them, in a wooden rack. */
export function SampleRack() {
  return (
    <svg className="block h-auto w-full stroke-round" viewBox="0 0 260 230" aria-hidden="true">
      <Tube x={44} cap={capFills.edta} liquid={blood} level={88} />
      <Tube x={108} cap={capFills.sst} liquid="var(--agar)" level={104} gel />
      <Tube x={172} cap={capFills.citrate} liquid="#d9b25c" level={80} />
      <path className="fill-page stroke-2 stroke-ink" d="M14 150h232v14H14z" />
      <path className="fill-page stroke-2 stroke-ink" d="M24 164v40M236 164v40" />
      <path className="fill-page stroke-2 stroke-ink" d="M14 200h232v12H14z" />
    </svg>
  )
}

type TubeProps = {
  x: number
  cap: string
  liquid: string
  level: number
  gel?: boolean
}

function Tube({ x, cap, liquid, level, gel }: TubeProps) {
  return (
    <g>
      <path className="fill-card opacity-85" d={`M${x} 40v132a22 22 0 0 0 44 0V40z`} />
      <path fill={liquid} d={`M${x + 4} ${level}h36V172a18 18 0 0 1-36 0z`} />
      {gel && <path fill="#eadfc6" d={`M${x + 4} 146h36v10h-36z`} />}
      {gel && <path fill={blood} d={`M${x + 4} 156h36v16a18 18 0 0 1-36 0z`} />}
      <path className="fill-none stroke-2 stroke-ink" d={`M${x} 40v132a22 22 0 0 0 44 0V40`} />
      <rect className={`stroke-2 stroke-ink ${cap}`} x={x - 5} y="12" width="54" height="30" rx="6" />
      <path
        fill="none"
        stroke="#12312e"
        strokeWidth="1.5"
        opacity="0.28"
        d={`M${x + 6} 19v16m8-16v16m8-16v16m8-16v16m8-16v16`}
      />
      {/* A label is paper, also at night. */}
      <rect fill="#fdfcf8" stroke="#12312e" x={x + 7} y="62" width="30" height="66" rx="3" />
      <path
        fill="none"
        stroke="#12312e"
        strokeWidth="2"
        strokeLinecap="butt"
        d={`M${x + 13} 70h18m-18 4h18m-18 6h18m-18 3h18m-18 6h18m-18 4h18m-18 3h18m-18 7h18m-18 3h18m-18 5h18`}
      />
    </g>
  )
}
