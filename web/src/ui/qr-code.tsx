import { t } from '@lingui/core/macro'
import encodeQR from 'qr'

/**
 * A number as a QR code, which cameras and flat scanners read from a phone; black on the white around it. `label` names what is too long
 * to be read out.
 */
export function QrCode({
  number,
  label = t`QR code of ${number}`,
  className,
}: {
  number: string
  label?: string
  className?: string
}) {
  const rows = encodeQR(number, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
