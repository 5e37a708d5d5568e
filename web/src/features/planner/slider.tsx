import { useEffect, useRef, useState } from 'react'

/** A browser refuses an address that changes more often than some hundred times a minute. */
const restMs = 200

/** A number on a scale; told on when the hand rests. `value` in words is spoken and shown beside the label. */
export function Slider({
  name,
  label,
  value,
  min,
  max,
  step,
  say,
  onValue,
}: {
  name: string
  label: string
  value: number
  min: number
  max: number
  step: number
  say: (value: number) => string
  onValue: (value: number) => void
}) {
  const [draft, setDraft] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = draft ?? value
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3 [&_input]:col-span-full [&_input]:m-0 [&_input]:h-target [&_input]:w-full [&_input]:accent-vial [&_label]:font-600">
      <label htmlFor={`slider-${name}`}>{label}</label>
      <output htmlFor={`slider-${name}`} className="figures">
        {say(shown)}
      </output>
      <input
        id={`slider-${name}`}
        type="range"
        min={min}
        max={max}
        step={step}
        value={shown}
        aria-valuetext={say(shown)}
        onChange={({ target }) => {
          const next = Number(target.value)
          setDraft(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => {
            setDraft(null)
            onValue(next)
          }, restMs)
        }}
      />
    </div>
  )
}
