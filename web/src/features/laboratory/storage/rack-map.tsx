import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { type StorageRack, type StoredTube, sayPosition } from '#contract/storage.ts'
import { spaced } from '../../../lib/accession.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

const cellClass =
  'grid size-11 place-items-center rounded border text-xs leading-none tabular-nums aria-pressed:outline-3 aria-pressed:outline-focus'

/** The positions of a rack as a table of buttons: tubes, free positions and the next one. */
export function RackMap({
  rack: { name, rows, columns, tubes },
  next,
  shown,
  onTube,
  onFree,
}: {
  rack: StorageRack
  next: number | null
  shown: number | null
  onTube: (position: number) => void
  onFree: (position: number) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (next !== null) showCell(frame.current)
  }, [next])
  const at = new Map(tubes.map((tube) => [tube.position, tube]))
  return (
    <div ref={frame} className="relative overflow-x-auto rounded border bg-card p-3">
      <table className="border-separate border-spacing-1">
        <caption className="visually-hidden">{t`Positions of ${name}`}</caption>
        <thead>
          <tr>
            <td />
            {upTo(columns).map((column) => (
              <th key={column} scope="col" className="hint font-600">
                {column + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {upTo(rows).map((row) => (
            <tr key={row}>
              <th scope="row" className="hint pe-1 font-600">
                {String.fromCharCode(65 + row)}
              </th>
              {upTo(columns).map((column) => {
                const position = row * columns + column + 1
                const tube = at.get(position)
                return (
                  <td key={column} className="p-0">
                    {tube ? (
                      <Tube
                        tube={tube}
                        columns={columns}
                        isShown={shown === position}
                        onPress={() => onTube(position)}
                      />
                    ) : (
                      <Free
                        label={sayPosition(position, columns)}
                        isNext={next === position}
                        onPress={() => onFree(position)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Scrolls a wide rack sideways until the next position is visible. */
function showCell(frame: HTMLElement | null): void {
  const cell = frame?.querySelector<HTMLElement>('[aria-current]')?.parentElement
  if (!frame || !cell) return
  const [start, end] = [cell.offsetLeft, cell.offsetLeft + cell.offsetWidth]
  const isInSight = start >= frame.scrollLeft && end <= frame.scrollLeft + frame.clientWidth
  if (!isInSight) frame.scrollLeft = end - frame.clientWidth / 2
}

type Press = { onPress: () => void }

function Tube({
  tube: { position, accession, isDue },
  columns,
  isShown,
  onPress,
}: Press & { tube: StoredTube; columns: number; isShown: boolean }) {
  const label = sayPosition(position, columns)
  const number = spaced(accession)
  return (
    <button
      type="button"
      className={`${cellClass} ${isDue ? 'border-agar bg-agar-soft text-agar-ink' : 'border-vial bg-vial-soft text-ink'} font-600`}
      aria-pressed={isShown}
      onClick={onPress}
    >
      <span aria-hidden="true">{accession.slice(-5, -1)}</span>
      <span className="visually-hidden">
        {isDue ? t`${label}: ${number}, to discard` : `${label}: ${number}`}
      </span>
    </button>
  )
}

function Free({ label, isNext, onPress }: Press & { label: string; isNext: boolean }) {
  return (
    <button
      type="button"
      className={`${cellClass} ${isNext ? 'border-2 border-vial bg-card font-650 text-vial' : 'border-line-strong border-dashed bg-card text-ink-soft'}`}
      aria-current={isNext ? 'step' : undefined}
      aria-label={isNext ? t`${label}: next position` : t`${label}: free`}
      onClick={onPress}
    >
      {isNext ? label : ''}
    </button>
  )
}
