/** A shortcut as it stands on its control. Not spoken: `aria-keyshortcuts` on the control says it. */
export function Key({ name }: { name: string }) {
  return (
    <span
      className="key min-w-5.5 rounded-sm border border-current px-1.5 text-center font-600 text-[0.8125rem] leading-5 [@media(hover:none)]:hidden"
      aria-hidden="true"
    >
      {name}
    </span>
  )
}
