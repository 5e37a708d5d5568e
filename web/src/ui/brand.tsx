/** The mark: a phial, filled to a line. It looks the same on every ground, as a sign on a door does. */
export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className="flex-none" width={size} height={size} viewBox="0 0 32 32">
      <rect fill="#0b6e69" width="32" height="32" rx="8" />
      <path fill="#e3a02f" d="M13 16.5h6V21a3 3 0 0 1-6 0z" />
      <path
        className="stroke-round"
        fill="none"
        stroke="#fbfaf6"
        strokeWidth="2"
        d="M10.5 6.5h11M12 6.5v14.5a4 4 0 0 0 8 0V6.5"
      />
    </svg>
  )
}

/** Mark and name together. */
export function Brand({ size = 32 }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5 font-700 text-ink text-l tracking-[-0.02em]">
      <Mark size={size} />
      Phial
    </span>
  )
}
