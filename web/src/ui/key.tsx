/** A shortcut as it stands on its control. Not spoken: `aria-keyshortcuts` on the control says it. */
export function Key({ name }: { name: string }) {
  return (
    <span
      className="inline-block min-w-5.5 px-1.5 border border-current rounded-sm text-[0.8125rem] font-600 leading-5 text-center [@media(hover:none)]:hidden"
      aria-hidden="true"
    >
      {name}
    </span>
  )
}
