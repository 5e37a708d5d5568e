import { t } from '@lingui/core/macro'
import encodeQR from 'qr'

/** A number as a QR code, which cameras and flat scanners read from a phone; black on the white around it. */
export function QrCode({ number, className }: { number: string; className?: string }) {
  const rows = encodeQR(number, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={t`QR code of ${number}`}
      className={className}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
