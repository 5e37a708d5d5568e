import css from './sample-rack.module.css'

/** Three tubes in their true caps, labelled as the bench labels them, in a wooden rack. */
export function SampleRack() {
  return (
    <svg className={css.rack} viewBox="0 0 260 230" aria-hidden="true">
      <Tube x={44} cap={css.edta} liquid={css.blood} level={88} />
      <Tube x={108} cap={css.sst} liquid={css.serum} level={104} gel />
      <Tube x={172} cap={css.citrate} liquid={css.plasma} level={80} />
      <path className={css.front} d="M14 150h232v14H14z" />
      <path className={css.front} d="M24 164v40M236 164v40" />
      <path className={css.front} d="M14 200h232v12H14z" />
    </svg>
  )
}

type TubeProps = {
  x: number
  cap: string | undefined
  liquid: string | undefined
  level: number
  gel?: boolean
}

function Tube({ x, cap, liquid, level, gel }: TubeProps) {
  return (
    <g>
      <path className={css.glass} d={`M${x} 40v132a22 22 0 0 0 44 0V40z`} />
      <path className={liquid} d={`M${x + 4} ${level}h36V172a18 18 0 0 1-36 0z`} />
      {gel && <path className={css.gel} d={`M${x + 4} 146h36v10h-36z`} />}
      {gel && <path className={css.blood} d={`M${x + 4} 156h36v16a18 18 0 0 1-36 0z`} />}
      <path className={css.outline} d={`M${x} 40v132a22 22 0 0 0 44 0V40`} />
      <rect className={cap} x={x - 5} y="12" width="54" height="30" rx="6" />
      <path className={css.ribs} d={`M${x + 6} 19v16m8-16v16m8-16v16m8-16v16m8-16v16`} />
      <rect className={css.label} x={x + 7} y="62" width="30" height="66" rx="3" />
      <path
        className={css.code}
        d={`M${x + 13} 70h18m-18 4h18m-18 6h18m-18 3h18m-18 6h18m-18 4h18m-18 3h18m-18 7h18m-18 3h18m-18 5h18`}
      />
    </g>
  )
}
